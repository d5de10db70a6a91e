import { jest } from '@jest/globals';
import { openMongodbStore } from '@kith/mongodb';
import { randomName, serverAddress } from '@kith/testing';
import { MongoClient } from 'mongodb';
import { defineInForce } from './define-in-force.ts';

jest.setTimeout(60_000);

defineInForce(async () => {
  const [uri, database] = [serverAddress('MONGODB_URI'), randomName('kith').slice(0, 24)];
  const store = await openMongodbStore({ uri, database });
  const close = async (): Promise<void> => {
    await store.close();
    const client = new MongoClient(uri);
    await client.db(database).dropDatabase();
    await client.close();
  };
  return { store, close };
});
