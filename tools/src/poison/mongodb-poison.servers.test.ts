import { jest } from '@jest/globals';
import { openMongodbStore } from '@kith/mongodb';
import { durableFixture, randomName, serverAddress } from '@kith/testing';
import { MongoClient } from 'mongodb';
import { definePoison } from './define-poison.ts';

jest.setTimeout(30_000);

definePoison('poison and outages, over MongoDB', async () => {
  const [uri, database] = [serverAddress('MONGODB_URI'), randomName('kith').slice(0, 24)];
  const open = async () => {
    const store = await openMongodbStore({ uri, database });
    return { adapter: store, close: store.close };
  };
  return durableFixture(open, async () => {
    const client = new MongoClient(uri);
    await client.db(database).dropDatabase();
    await client.close();
  });
});
