import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { ampleDeadline, anEvent, aProfile, aCommit, aTrackingCommit } from '@kith/testing';
import { fresh, manyOf, randomAccount, scopeOf, trackingWrites } from '@kith/testing';
import { MongoClient } from 'mongodb';
import { databaseUnderTest } from './database-under-test.fake.ts';
import { openMongodbReader } from './open-mongodb-reader.ts';
import { openMongodbStore } from './open-mongodb-store.ts';
import type { Migration } from './migration.ts';

jest.setTimeout(30_000);

const used: ReturnType<typeof databaseUnderTest>[] = [];
const freshDatabase = () => {
  used.push(databaseUnderTest());
  return used.at(-1)!;
};
afterAll(() => Promise.all(used.map(({ drop }) => drop())));

const lookInto = async <T>(
  { uri, database }: { readonly uri: string; readonly database: string },
  look: (database: ReturnType<MongoClient['db']>) => Promise<T>,
): Promise<T> => {
  const client = new MongoClient(uri);
  try {
    return await look(client.db(database));
  } finally {
    await client.close();
  }
};

const step = (version: number, migrate: Migration['migrate'] = async () => undefined): Migration => ({
  version,
  name: `step ${version}`,
  migrate,
});

describe('migrations', () => {
  test('run once and in order, however many processes start together', async () => {
    const place = freshDatabase();
    const ran: string[] = [];
    const migrationsOf = (process: number) =>
      [1, 2, 3].map((version) => step(version, async () => void ran.push(`${process}:${version}`)));
    const stores = await Promise.all(
      manyOf(6, (index) => openMongodbStore({ ...place, migrations: migrationsOf(index) })),
    );
    expect(ran.map((entry) => entry.split(':')[1])).toEqual(['1', '2', '3']);
    expect(new Set(ran.map((entry) => entry.split(':')[0])).size).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('go on where an earlier program stopped', async () => {
    const place = freshDatabase();
    const ran: number[] = [];
    const counting = (version: number) => step(version, async () => void ran.push(version));
    for (const versions of [[1], [1, 2, 3]]) {
      const store = await openMongodbStore({ ...place, migrations: versions.map(counting) });
      await store.close();
    }
    expect(ran).toEqual([1, 2, 3]);
  });

  test('that fail leave their version undone, and the lock free', async () => {
    const place = freshDatabase();
    const failing = step(1, async () => Promise.reject(new Error('no room')));
    await expect(openMongodbStore({ ...place, migrations: [failing] })).rejects.toThrow('no room');
    const store = await openMongodbStore({ ...place, migrations: [step(1)] });
    await store.close();
  });

  test('of a newer program are refused with a sentence, by the store and by the reader', async () => {
    const place = freshDatabase();
    const store = await openMongodbStore({ ...place, migrations: [step(1), step(2), step(99)] });
    await store.close();
    const sentence =
      /have schema version 99, but this program knows versions up to \d+; start the newer program/;
    await expect(openMongodbStore(place)).rejects.toThrow(sentence);
    await expect(openMongodbReader(place)).rejects.toThrow(sentence);
  });
});

describe('the reader', () => {
  test('is ready once the resolver has brought the data to the present layout, and reads what it wrote', async () => {
    const place = freshDatabase();
    const reader = await openMongodbReader(place);
    expect(await reader.isReady()).toBe(false);
    const store = await openMongodbStore(place);
    expect(await reader.isReady()).toBe(true);
    const [scope, profile] = [scopeOf(randomAccount()), aProfile()];
    await store.profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    const { profiles } = await reader.profiles.load(scope, { umids: [profile.umid] });
    expect(profiles).toEqual([{ umid: profile.umid, profile }]);
    await Promise.all([reader.close(), store.close()]);
  });
});

describe('events', () => {
  test('carry the day when the database removes them, where the account has a retention', async () => {
    const place = freshDatabase();
    const [kept, expiring] = [randomAccount(), randomAccount()];
    const eventLifetime = (account: string) => (account === expiring ? 1_000 : null);
    const store = await openMongodbStore({ ...place, eventLifetime });
    const [forEver, forASecond] = [anEvent(), anEvent({ receivedAt: Date.UTC(2040, 0, 1) })];
    const writes = new Map([
      [kept, trackingWrites({ events: [forEver] })],
      [expiring, trackingWrites({ events: [forASecond] })],
    ]);
    await store.tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
    const documents = await lookInto(place, (database) => database.collection('events').find().toArray());
    const expiry = new Map(documents.map((document) => [document['of'], document['expiresAt']]));
    expect(expiry.get(`${kept}:${forEver.umid}`)).toBeUndefined();
    expect(expiry.get(`${expiring}:${forASecond.umid}`)).toEqual(new Date(Date.UTC(2040, 0, 1) + 1_000));
    const indexes = await lookInto(place, (database) => database.collection('events').indexes());
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
    await store.close();
  });
});
