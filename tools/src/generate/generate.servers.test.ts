import { expect, test } from 'vitest';
import { openMongodbReader } from '@kith/mongodb';
import { MongoClient } from 'mongodb';
import { ownDatabase } from '../servers/own-database.ts';
import { questionsOf } from './analyst-questions.ts';
import { fillDatabase, somebodyIn } from './fill-database.ts';
import { profileQuestions, scans } from './profiled-questions.ts';

test('no question of an analyst scans, however many there are', async () => {
  const { drop, ...place } = ownDatabase();
  await fillDatabase(place, { profiles: 3_000, events: 30_000 }, () => undefined);
  const client = new MongoClient(place.uri);
  const reader = await openMongodbReader(place);
  try {
    const database = client.db(place.database);
    const findings = await profileQuestions(database, questionsOf(reader, await somebodyIn(database)));
    expect(findings.filter(scans)).toEqual([]);
    expect(findings.filter(({ returned }) => returned === 0).map(({ name }) => name)).toEqual([]);
    for (const { name, keys, documents } of findings.filter((one) => !one.name.startsWith('statistics'))) {
      expect({ name, few: keys <= 500 && documents <= 500 }).toEqual({ name, few: true });
    }
  } finally {
    await reader.close();
    await client.close();
    await drop();
  }
});
