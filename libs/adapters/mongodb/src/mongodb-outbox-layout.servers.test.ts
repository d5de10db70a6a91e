import { afterAll, expect, test } from 'vitest';
import { ALL_RANGES, type ChangeEvent, type Umid } from '@kith/domain/identity';
import { aChange, aCommit, ampleDeadline, manyOf, randomAccount, randomUmid, scopeOf } from '@kith/testing';
import { MongoClient, type Db } from 'mongodb';
import { connect } from './engine/connection.ts';
import { databaseUnderTest, type DatabaseUnderTest } from './engine/database-under-test.fake.ts';
import { accountKey } from './engine/keys.ts';
import { createMigrator } from './engine/migrate.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';
import { openMongodbStore, type MongodbStore } from './open-mongodb-store.ts';

const used: DatabaseUnderTest[] = [];
const freshDatabase = (): DatabaseUnderTest => {
  used.push(databaseUnderTest());
  return used.at(-1)!;
};
afterAll(() => Promise.all(used.map(({ drop }) => drop())));

const FORMER = STORE_MIGRATIONS.slice(0, 9);
const account = randomAccount();
let rowsLeft = 0;

/** What a program of layout 9 leaves: one row for all that a group has changed, whatever ranges that lies in. */
const leaveFormerly = async (database: Db, changes: readonly ChangeEvent[]): Promise<void> => {
  const _id = `former:${(rowsLeft += 1)}`;
  const of = [...new Set(changes.map(({ umid }) => accountKey(account, umid)))];
  const row = { _id, of, body: JSON.stringify(changes.map((change) => ({ account, change }))) };
  await database
    .collection<{ _id: string }>('outbox')
    .updateOne(
      { _id },
      [{ $replaceWith: { $mergeObjects: [{ $literal: row }, { at: '$$CLUSTER_TIME' }] } }],
      { upsert: true },
    );
};

/** People of whom every change is left in order, by whatever program is told to. */
const createPeople = (count: number) => {
  const umids = manyOf(count, randomUmid);
  let version = 0;
  return {
    umids,
    versions: () => manyOf(version, (index) => index + 1),
    next(): readonly ChangeEvent[] {
      version += 1;
      return umids.map((umid) => aChange({ umid, profileVersion: version }));
    },
  };
};

/** One of two relays, each with half of the ranges, which takes what it sees. */
const take = async (
  { outbox }: MongodbStore,
  half: number,
  taken: Map<Umid, number[]>,
  limit: number,
): Promise<number> => {
  const ranges = ALL_RANGES.filter((range) => range % 2 === half);
  const items = await outbox.pending(ampleDeadline(), limit, ranges);
  for (const { change } of items) taken.get(change.umid)!.push(change.profileVersion);
  const keys = items.map(({ key }) => key);
  await outbox.published(ampleDeadline(), keys, Date.now() + 3_600_000);
  return items.length;
};

const emptyOf = async (store: MongodbStore, taken: Map<Umid, number[]>, limit = 7): Promise<void> => {
  while ((await take(store, 0, taken, limit)) + (await take(store, 1, taken, limit)) > 0);
};

test('what programs of layouts 9 and 10 leave side by side goes out once and in order, before, during and after the contraction', async () => {
  const place = freshDatabase();
  const client = new MongoClient(place.uri);
  const database = client.db(place.database);
  const people = createPeople(20);
  const taken = new Map(people.umids.map((umid): [Umid, number[]] => [umid, []]));
  const former = await openMongodbStore({ ...place, migrations: FORMER });
  await leaveFormerly(database, people.next());
  const present = await openMongodbStore(place);
  const leaveNow = async (): Promise<void> => {
    const commit = aCommit({ changes: people.next() });
    expect(await present.profiles.commit(scopeOf(account), commit)).toBe('committed');
  };
  for (let round = 0; round < 5; round += 1) {
    await leaveNow();
    await leaveFormerly(database, people.next());
    await take(present, round % 2, taken, 7);
  }
  await emptyOf(present, taken);
  expect(await database.collection('outbox').countDocuments()).toBe(0);

  // Two rows of before wait, one of them begun, when the last program of before goes.
  await leaveFormerly(database, people.next());
  await leaveFormerly(database, people.next());
  await take(present, 0, taken, 3);
  const connection = await connect(place);
  const contracted = createMigrator(connection, STORE_MIGRATIONS).contract(true);
  await leaveNow();
  await former.close();
  while (!(await Promise.race([contracted, leaveNow().then(() => false)])));
  await connection.close();
  await leaveNow();
  await expect(leaveFormerly(database, [aChange()])).rejects.toThrow('Document failed validation');
  await emptyOf(present, taken, 500);
  expect(await database.collection('outbox').countDocuments()).toBe(0);
  for (const umid of people.umids) expect(taken.get(umid)).toEqual(people.versions());
  await present.close();
  await client.close();
});
