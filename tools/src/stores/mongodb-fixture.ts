import { openMongodbStore } from '@kith/mongodb';
import type { MongodbStore } from '@kith/mongodb';
import { durableFixture, randomName, serverAddress } from '@kith/testing';
import type { DurableFixture } from '@kith/testing';
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

/** A store in a database of its own. */
export const mongodbFixture = (): Promise<DurableFixture<MongodbStore>> => {
  const { drop, ...place } = ownDatabase();
  const open = async () => {
    const store = await openMongodbStore(place);
    return { adapter: store, close: store.close };
  };
  return durableFixture(open, drop);
};
