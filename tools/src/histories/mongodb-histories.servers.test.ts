import { jest } from '@jest/globals';
import { openMongodbStore } from '@kith/mongodb';
import { defineIdentityHistories, randomName, serverAddress } from '@kith/testing';
import { MongoClient } from 'mongodb';
import { historyFeatures } from './history-features.ts';

jest.setTimeout(600_000);

defineIdentityHistories(
  async () => {
    const [uri, database] = [serverAddress('MONGODB_URI'), randomName('kith').slice(0, 24)];
    const store = await openMongodbStore({ uri, database });
    const close = async (): Promise<void> => {
      await store.close();
      const client = new MongoClient(uri);
      await client.db(database).dropDatabase();
      await client.close();
    };
    return { adapter: { ...store, ...historyFeatures }, close };
  },
  { sequential: 1_200, racing: 600, crowded: 400, unmerging: 400, crossings: 500 },
);
