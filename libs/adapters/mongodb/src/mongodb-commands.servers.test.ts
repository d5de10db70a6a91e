import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rangeOf, uniteCommits } from '@kith/domain/identity';
import type { TrackingWrites } from '@kith/ports';
import {
  aChange,
  aCommit,
  aConsentEntry,
  aDevice,
  aLink,
  ampleDeadline,
  anActivity,
  anEvent,
  anIdentifier,
  aNewcomer,
  aProfile,
  aTrackingCommit,
  fresh,
  manyOf,
  newIdentifier,
  randomAccount,
  randomName,
  randomUmid,
  replacing,
  scopeOf,
  trackingWrites,
} from '@kith/testing';
import type { Document } from 'mongodb';
import { openExplainedDatabase, type ExplainedDatabase } from './engine/explained-database.fake.ts';
import { migrateWholly } from './engine/migrate-wholly.fake.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';
import { createMongodbStore, type MongodbStore } from './open-mongodb-store.ts';

let database: ExplainedDatabase;
let store: MongodbStore;

beforeAll(async () => {
  database = openExplainedDatabase();
  await migrateWholly(database.connection, STORE_MIGRATIONS);
  store = createMongodbStore(database.connection, {});
});
afterAll(() => database.close());

/** The commands that calls send, as `find outbox`. */
const sent = async (calls: () => Promise<unknown>): Promise<readonly string[]> =>
  (await database.commandsOf(calls)).map(toldOf);

const toldOf = (command: Document): string => {
  const [[name, value] = []] = Object.entries(command);
  return typeof value === 'string' ? `${name} ${value}` : String(name);
};

describe('the outbox', () => {
  test('is looked into with one command, and emptied with one', async () => {
    const scope = scopeOf(randomAccount());
    await store.profiles.commit(scope, aCommit({ changes: manyOf(20, () => aChange()) }));
    const keys: string[] = [];
    const look = async () => {
      keys.push(...(await store.outbox.pending(ampleDeadline(), 500)).map(({ key }) => key));
    };
    expect(await sent(look)).toEqual(['find outbox']);
    expect(keys).toHaveLength(20);
    expect(await sent(() => store.outbox.published(ampleDeadline(), keys))).toEqual(['delete outbox']);
    expect(await sent(() => store.outbox.pending(ampleDeadline(), 500))).toEqual(['find outbox']);
  });
});

/** How many statements the first of commands that has such a list holds. */
const listed = (commands: readonly Document[], list: (command: Document) => unknown): number =>
  commands.map(list).find(Array.isArray)?.length ?? 0;

describe('a row of the outbox', () => {
  const account = randomAccount();

  test('holds all that a group has changed in a range, all are left by one command, and removed by their keys', async () => {
    const commits = manyOf(4, () => ({
      account: randomAccount(),
      commit: aCommit({ changes: manyOf(20, () => aChange()) }),
    }));
    const leaving = await database.commandsOf(() => store.profiles.commitGroup(ampleDeadline(), commits));
    const changes = commits.flatMap(({ commit }) => commit.changes);
    const ranges = new Set(changes.map(({ umid }) => rangeOf(umid))).size;
    expect(leaving.filter(({ insert }) => insert === 'outbox')).toHaveLength(1);
    expect(listed(leaving, ({ insert, documents }) => insert === 'outbox' && documents)).toBe(ranges);
    const items = await store.outbox.pending(ampleDeadline(), 1_000);
    const keys = items.map(({ key }) => key);
    expect(keys).toHaveLength(80);
    const rows = database.connection.database.collection('outbox');
    expect(await rows.countDocuments()).toBe(ranges);
    await store.outbox.published(ampleDeadline(), keys);
    expect(await rows.countDocuments()).toBe(0);
  });

  test('is split where it would be large, and is read whole rows at a time', async () => {
    const text = 'x'.repeat(20_000);
    const umid = randomUmid();
    const changes = manyOf(7, () => aChange({ umid, detail: { text } }));
    await store.profiles.commit(scopeOf(account), aCommit({ changes }));
    const rows = database.connection.database.collection('outbox');
    expect(await rows.countDocuments()).toBe(3);
    const items = await store.outbox.pending(ampleDeadline(), 100);
    expect(items.map(({ change }) => change)).toEqual(changes);
    await store.outbox.published(
      ampleDeadline(),
      items.map(({ key }) => key),
    );
    expect(await store.outbox.pending(ampleDeadline(), 100)).toEqual([]);
  });
});

describe('a batch of the log', () => {
  const [account, topic] = [randomAccount(), randomName('topic')];
  const family = manyOf(3, () => anEvent());
  /** Events of a family whose activity was gone on with. */
  const record = (from: number, parts: Partial<TrackingWrites>) => {
    const events = family.map(({ umid, umdid }) => anEvent({ umid, umdid }));
    const activities = new Map(family.map(({ umid }) => [umid, anActivity(from + 1)]));
    const writes = new Map([[account, trackingWrites({ events, activities, ...parts })]]);
    return store.tracking.record(ampleDeadline(), aTrackingCommit({ topic, from, to: from + 1, writes }));
  };

  test('of visitors who are remembered is one transaction of four commands, and its commit', async () => {
    expect(await record(0, { timesSuppressed: 0 })).toBe('recorded');
    const continued = new Map(family.map(({ umid }) => [umid, anActivity(1)]));
    expect(await sent(() => record(1, { timesSuppressed: 0, continued }))).toEqual([
      'update offsets',
      'find activity',
      'insert events',
      'update activity',
      'commitTransaction',
    ]);
  });

  test('is no more where it is of twelve partitions', async () => {
    const moves = manyOf(12, (partition) => ({ topic: randomName('topic'), partition, from: 0, to: 1 }));
    const writes = new Map([[account, trackingWrites({ events: [anEvent()], timesSuppressed: 0 })]]);
    const commands = await sent(() => store.tracking.record(ampleDeadline(), { moves, writes }));
    expect(commands).toEqual(['update offsets', 'insert events', 'commitTransaction']);
  });

  test('of newcomers asks once who of them is known or erased, and inserts all that they are made of', async () => {
    const newcomers = manyOf(3, () => aNewcomer());
    const activities = new Map(newcomers.map(({ profile }) => [profile.umid, anActivity(1)]));
    const parts = { newcomers, activities, unsuppressed: ['a key'], timesSuppressed: 0 };
    const writes = new Map([[account, trackingWrites(parts)]]);
    expect(await sent(() => store.tracking.record(ampleDeadline(), aTrackingCommit({ writes })))).toEqual([
      'update offsets',
      'find identity',
      'insert activity',
      'insert identity',
      'insert outbox',
      'commitTransaction',
    ]);
  });

  test('asks of the erased only where somebody is not remembered', async () => {
    const continued = new Map(family.map(({ umid }) => [umid, anActivity(2)]));
    const commands = await sent(() => record(2, { unsuppressed: ['a key'], continued }));
    expect(commands).toEqual([
      'update offsets',
      'find identity',
      'find activity',
      'insert events',
      'update activity',
      'commitTransaction',
    ]);
  });

  test('asks for nothing where it needs nothing', async () => {
    expect(await sent(() => store.tracking.state(scopeOf(account), [], []))).toEqual([]);
    expect(await sent(() => store.tracking.state(scopeOf(account), [], [family[0]!.umid]))).toEqual([
      'find activity',
    ]);
  });
});

describe('a commit of a group', () => {
  const account = randomAccount();
  const newCustomer = () => {
    const profile = aProfile({ state: 'customer' });
    return aCommit({
      profiles: [fresh(profile)],
      devices: [fresh(aDevice({ umid: profile.umid }))],
      identifiers: manyOf(2, () => newIdentifier(anIdentifier(), profile.umid)),
      shared: [{ ...anIdentifier(), umid: profile.umid, lastSeen: 1 }],
      links: [aLink(profile.umid, randomUmid())],
      consent: [aConsentEntry({ umid: profile.umid })],
      changes: [aChange({ umid: profile.umid })],
    });
  };

  test('is one update of the identity, one insertion of consent, one insertion into the outbox and the commit', async () => {
    const commits = manyOf(16, () => ({
      account: randomAccount(),
      commit: uniteCommits(manyOf(4, newCustomer)),
    }));
    const commands = await sent(async () => {
      expect(await store.profiles.commitGroup(ampleDeadline(), commits)).toBe('committed');
    });
    expect(commands).toEqual([
      'update identity',
      'insert consent_history',
      'insert outbox',
      'commitTransaction',
    ]);
  });

  test('has no command for what it does not write, and one alone for a single document', async () => {
    const [one, other] = [aProfile(), aProfile()];
    const both = [{ account, commit: aCommit({ profiles: [fresh(one), fresh(other)] }) }];
    expect(await sent(() => store.profiles.commitGroup(ampleDeadline(), both))).toEqual([
      'update identity',
      'commitTransaction',
    ]);
    const single = [{ account, commit: aCommit({ profiles: [replacing({ ...one, version: 2 }, 1)] }) }];
    expect(await sent(() => store.profiles.commitGroup(ampleDeadline(), single))).toEqual([
      'update identity',
    ]);
  });

  test('finds every document by the index of keys', async () => {
    const commit = newCustomer();
    const [{ value: profile }] = [commit.profiles[0]!];
    await store.profiles.commit(scopeOf(account), commit);
    const moved = aCommit({
      profiles: [replacing({ ...profile, version: 2 }, 1)],
      identifiers: commit.identifiers.map((put) => newIdentifier(put, randomUmid(), put.umid)),
      guards: [{ kind: 'device', umdid: commit.devices[0]!.value.umdid, version: 1 }],
    });
    const efforts = await database.effortsOf(() => store.profiles.commit(scopeOf(account), moved));
    // Explained after it was applied, no statement finds its version any more.
    for (const { keysExamined } of efforts) expect(keysExamined).toBeLessThanOrEqual(1);
  });
});
