import { afterAll, describe, expect, test } from 'vitest';
import {
  aChange,
  ampleDeadline,
  anEvent,
  aProfile,
  aCommit,
  aDestinationPlace,
  aQueuedDelivery,
  aQueuedRemoval,
  aTakenPart,
  aTrackingCommit,
  BUILT_AT,
  fresh,
  manyOf,
  randomAccount,
  scopeOf,
  trackingWrites,
} from '@kith/testing';
import type { ChangeEvent } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { MongoClient, Timestamp, type Db, type Document } from 'mongodb';
import type { FormerOutboxDocument } from './engine/documents.ts';
import { accountKey } from './engine/keys.ts';
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

/** A row for each change, as they were written before a commit left one for all. */
const formerRows = (account: AccountName, changes: readonly ChangeEvent[]) =>
  changes.map((change, index): FormerOutboxDocument & { readonly position: number } => ({
    _id: `00000000-0000-4000-8000-000000000000:${index}`,
    account,
    of: accountKey(account, change.umid),
    at: new Timestamp({ t: 1, i: 1 + index }),
    body: JSON.stringify(change),
    position: index + 7,
  }));

describe('changes that an earlier program has numbered', () => {
  test('leave before those that came later, in their order', async () => {
    const [place, scope] = [freshDatabase(), scopeOf(randomAccount())];
    const [numbered, later] = [manyOf(3, () => aChange()), manyOf(2, () => aChange())];
    await (await openMongodbStore({ ...place, migrations: STORE_MIGRATIONS.slice(0, 6) })).close();
    await lookInto(place, (database) =>
      database.collection<FormerOutboxDocument>('outbox').insertMany(formerRows(scope.account, numbered)),
    );
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

describe('deliveries whose queue an earlier program has lost', () => {
  test('have it again, and queues that are there stay as they are', async () => {
    const deadline = ampleDeadline();
    const [place, destination] = [freshDatabase(), aDestinationPlace()];
    const before = await openMongodbStore({ ...place, migrations: STORE_MIGRATIONS.slice(0, 8) });
    const { control, intake } = before.destinations.of(destination);
    await control.open(deadline, { isPaused: false, since: 0 });
    const [lost, kept, removal] = [aQueuedDelivery(), aQueuedDelivery(), aQueuedRemoval()];
    const queued = [lost, kept, removal].map((delivery) => ({ delivery, dueAt: 7 }));
    const part = aTakenPart({ queued });
    await intake.progress(deadline, part.topic, part.partition);
    expect(await intake.commit(deadline, part)).toBe('taken');
    await before.close();
    const queues = (database: Db) => database.collection('delivery_lanes');
    const asMade = await lookInto(place, async (database) => {
      const made = await queues(database).find().toArray();
      await queues(database).deleteMany({ lane: { $ne: kept.queue } });
      return made;
    });
    const after = await openMongodbStore(place);
    const { retries } = after.destinations.of(destination);
    const due = await retries.due(deadline, 7, 10);
    expect(due.slice(0, 2).map(({ queue }) => queue)).toEqual([lost.queue, removal.queue].toSorted());
    expect(due.at(-1)).toEqual({ queue: kept.queue, dueAt: 7 });
    expect(await retries.first(deadline, lost.queue, 10)).toEqual([lost]);
    const names = (documents: readonly Document[]) =>
      documents.map(({ _id, of, lane, owner }) => JSON.stringify({ _id, of, lane, owner })).toSorted();
    const now = await lookInto(place, (database) => queues(database).find().toArray());
    expect(names(now)).toEqual(names(asMade));
    await after.close();
  });
});
