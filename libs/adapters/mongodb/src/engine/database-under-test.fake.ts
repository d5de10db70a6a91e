import { randomName, serverAddress } from '@kith/testing';
import { MongoClient } from 'mongodb';

/** A database of a suite's own on the server of the environment. */
export interface DatabaseUnderTest {
  readonly uri: string;
  readonly database: string;
  drop(): Promise<void>;
}

export const databaseUnderTest = (): DatabaseUnderTest => {
  const uri = serverAddress('MONGODB_URI');
  const database = randomName('kith').slice(0, 24);
  return {
    uri,
    database,
    async drop() {
      const client = new MongoClient(uri);
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
};
