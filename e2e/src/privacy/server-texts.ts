import { Redis } from 'ioredis';
import { BSON, MongoClient } from 'mongodb';

/** Every document of every database, and every key and value of the cache, as text. */
export const serverTexts = async (servers: Readonly<Record<string, string>>): Promise<string> =>
  [
    ...(await documentTexts(servers['MONGODB_URI'] ?? '')),
    ...(await cacheTexts(servers['REDIS_URL'] ?? '')),
  ].join('\n');

const SYSTEM = ['admin', 'config', 'local'];

const documentTexts = async (uri: string): Promise<readonly string[]> => {
  const client = new MongoClient(uri);
  const texts: string[] = [];
  const { databases } = await client.db().admin().listDatabases();
  for (const { name } of databases.filter((database) => !SYSTEM.includes(database.name))) {
    for (const collection of await client.db(name).collections()) {
      for await (const document of collection.find()) {
        texts.push(`${collection.namespace} ${BSON.EJSON.stringify(document)}`);
      }
    }
  }
  await client.close();
  return texts;
};

const cacheTexts = async (url: string): Promise<readonly string[]> => {
  const client = new Redis(url);
  const keys = await client.keys('*');
  const texts = await Promise.all(keys.map(async (key) => `${key} ${await client.get(key)}`));
  client.disconnect();
  return texts;
};
