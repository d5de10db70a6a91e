import { openMongodbStore } from '@kith/mongodb';
import { durableFixture, randomName, serverAddress } from '@kith/testing';
import { MongoClient } from 'mongodb';
import { defineExpiring } from './define-expiring.ts';

defineExpiring('what expires in MongoDB', async () => {
  const uri = serverAddress('MONGODB_URI');
  const database = randomName('kith').slice(0, 24);
  const open = async () => {
    const { close, ...adapter } = await openMongodbStore({ uri, database });
    return { adapter, close };
  };
  return durableFixture(open, async () => {
    const client = new MongoClient(uri);
    await client.db(database).dropDatabase();
    await client.close();
  });
});
