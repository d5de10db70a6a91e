import { jest } from '@jest/globals';
import { openMongodbStore } from '@kith/mongodb';
import { defineUnmerging, randomName, serverAddress } from '@kith/testing';
import { MongoClient } from 'mongodb';
import { unmergingStage } from './unmerging-stage.ts';

jest.setTimeout(60_000);

defineUnmerging(async () => {
  const [uri, database] = [serverAddress('MONGODB_URI'), randomName('kith').slice(0, 24)];
  const store = await openMongodbStore({ uri, database });
  const close = async (): Promise<void> => {
    await store.close();
    const client = new MongoClient(uri);
    await client.db(database).dropDatabase();
    await client.close();
  };
  return { adapter: unmergingStage(store), close };
});
