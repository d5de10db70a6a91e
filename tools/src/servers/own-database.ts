import { randomName, serverAddress } from '@kith/testing';
import { MongoClient } from 'mongodb';

/** A database that nobody else uses, on the server of the environment. */
export interface OwnDatabase {
  readonly uri: string;
  readonly database: string;
  /** Removes it with all that is in it. */
  drop(): Promise<void>;
}

export const ownDatabase = (): OwnDatabase => {
  const uri = serverAddress('MONGODB_URI');
  const database = randomName('kith').slice(0, 24);
  const drop = async (): Promise<void> => {
    const client = new MongoClient(uri);
    await client.db(database).dropDatabase();
    await client.close();
  };
  return { uri, database, drop };
};
