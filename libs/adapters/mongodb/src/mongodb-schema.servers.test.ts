import { afterAll, describe, expect, test } from 'vitest';
import {
  aChange,
  ampleDeadline,
  anEvent,
  aProfile,
  aCommit,
  aTrackingCommit,
  BUILT_AT,
  fresh,
  manyOf,
  randomAccount,
  scopeOf,
  trackingWrites,
} from '@kith/testing';
import { MongoClient } from 'mongodb';
import { databaseUnderTest } from './engine/database-under-test.fake.ts';
import { openMongodbReader } from './open-mongodb-reader.ts';
import { openMongodbStore } from './open-mongodb-store.ts';
import type { Replacement } from './engine/migration.ts';
import { writeFormer } from './migrations/former-documents.fake.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';

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

const step = (version: number, migrate: Replacement['migrate'] = async () => undefined): Replacement => ({
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

describe('what was stored before anything expired', () => {
  test('is found by whoever removes what has expired', async () => {
    const place = freshDatabase();
    const scope = scopeOf(randomAccount());
    const [visitor, customer] = [aProfile(), aProfile({ state: 'customer' })];
    const before = await openMongodbStore({ ...place, migrations: STORE_MIGRATIONS.slice(0, 3) });
    await lookInto(place, (database) =>
      writeFormer(database, scope.account, { profiles: [visitor, customer] }),
    );
    const writes = new Map([[scope.account, trackingWrites({ events: [anEvent()] })]]);
    await before.tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
    await before.close();
    await lookInto(place, (database) =>
      database.collection('profiles').updateMany({}, { $unset: { idleSince: true } }),
    );
    const after = await openMongodbStore(place);
    const idle = await after.expiry.idleVisitors(scope, BUILT_AT + 1, 10);
    expect(idle.map(({ profile }) => profile)).toEqual([visitor]);
    expect(await after.expiry.removeEvents(scope, BUILT_AT + 1, 10)).toBe(1);
    const indexes = await lookInto(place, (database) => database.collection('events').indexes());
    expect(indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toEqual([]);
    await after.close();
  });
});

describe('a database of before', () => {
  test('lists its persons and counts its events by what is written beside them', async () => {
    const [place, scope] = [freshDatabase(), scopeOf(randomAccount())];
    const profiles = manyOf(5, (index) => aProfile({ createdAt: index, changedAt: 10 - index }));
    const events = manyOf(1_005, (index) => anEvent({ time: index, properties: { name: 'home' } }));
    const before = await openMongodbStore({ ...place, migrations: STORE_MIGRATIONS.slice(0, 2) });
    await lookInto(place, (database) => writeFormer(database, scope.account, { profiles }));
    const writes = new Map([[scope.account, trackingWrites({ events })]]);
    await before.tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
    await before.close();
    await lookInto(place, async (database) => {
      await database.collection('profiles').updateMany({}, { $unset: { source: 1, created: 1, changed: 1 } });
      await database.collection('events').updateMany({}, { $unset: { account: 1, pipeline: 1, name: 1 } });
    });

    const after = await openMongodbStore(place);
    const selection = { by: 'changed', order: 'newestFirst', limit: 10 } as const;
    expect(await after.catalogue.persons(scope, selection)).toEqual(profiles);
    const question = {
      span: { from: 0, to: 2_000 },
      granularity: 'total',
      groupBy: ['name'],
      limit: 5,
    } as const;
    expect(await after.statistics.countEvents(scope, question)).toEqual([
      { start: 0, name: 'home', events: 1_005 },
    ]);
    const indexes = await lookInto(place, (database) => database.collection('events').indexes());
    expect(indexes.map(({ name }) => name)).not.toContain('newestEvents');
    await after.close();
  });
});

describe('changes that an earlier program has numbered', () => {
  test('leave before those that came later, in their order', async () => {
    const [place, scope] = [freshDatabase(), scopeOf(randomAccount())];
    const [numbered, later] = [manyOf(3, () => aChange()), manyOf(2, () => aChange())];
    const before = await openMongodbStore({ ...place, migrations: STORE_MIGRATIONS.slice(0, 6) });
    await before.profiles.commit(scope, aCommit({ changes: numbered }));
    await before.close();
    await lookInto(place, async (database) => {
      const outbox = database.collection<{ _id: string }>('outbox');
      const ids = await outbox.find().sort({ at: 1, _id: 1 }).toArray();
      for (const [index, { _id }] of ids.entries()) {
        await outbox.updateOne({ _id }, { $set: { position: index + 7 } });
      }
    });
    const after = await openMongodbStore(place);
    await after.profiles.commit(scope, aCommit({ changes: later }));
    const items = await after.outbox.pending(ampleDeadline(), 10);
    expect(items.map(({ change }) => change)).toEqual([...numbered, ...later]);
    await after.outbox.published(
      ampleDeadline(),
      items.map(({ key }) => key),
    );
    expect(await after.outbox.pending(ampleDeadline(), 10)).toEqual([]);
    const indexes = await lookInto(place, (database) => database.collection('outbox').indexes());
    expect(indexes.map(({ name }) => name)).not.toContain('oldestChanges');
    await after.close();
  });
});
