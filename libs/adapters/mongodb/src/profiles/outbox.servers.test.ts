import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeEvent, Umid } from '@kith/domain/identity';
import { createSignal } from '@kith/platform';
import type { Outbox } from '@kith/ports';
import { aChange, ampleDeadline, createGate, manyOf, randomAccount, randomUmid } from '@kith/testing';
import { applyWrites } from '../engine/apply-writes.ts';
import { connect, type Connection } from '../engine/connection.ts';
import { databaseUnderTest } from '../engine/database-under-test.fake.ts';
import type { OutboxDocument } from '../engine/documents.ts';
import { migrateWholly } from '../engine/migrate-wholly.fake.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { transact } from '../engine/transaction.ts';
import { STORE_MIGRATIONS } from '../migrations/store-migrations.ts';
import { createOutbox } from './outbox.ts';
import { outboxWrites } from './outbox-writes.ts';

const PROFILES = 8;
/** To look at so many takes the server longer than two commits: it yields, and goes on with what was committed meanwhile. */
const BETWEEN = 20_000;

const under = databaseUnderTest();
const account = randomAccount();
let connection: Connection;
let outbox: Outbox;

beforeAll(async () => {
  connection = await connect(under);
  await migrateWholly(connection, STORE_MIGRATIONS);
  outbox = createOutbox(connection, createSignal());
});
afterAll(async () => {
  await connection.close();
  await under.drop();
});

const leave = (change: ChangeEvent, beforeCommit: () => Promise<void> = async () => undefined) =>
  transact(connection, ampleDeadline(), async (transaction) => {
    await applyWrites(transaction, outboxWrites([{ account, change }]));
    await beforeCommit();
    return { apply: true, result: undefined };
  });

/** A first change that has its stamp, and is not committed before it may be. */
const leaveLate = async (umid: Umid) => {
  const [stamped, may] = [createGate(), createGate()];
  const left = leave(aChange({ umid, profileVersion: 1 }), () => {
    stamped.open();
    return may.passed;
  });
  await stamped.passed;
  return {
    umid,
    commit: () => {
      may.open();
      return left;
    },
  };
};

/** Many changes of others, with the stamp of one that is left now. */
const leaveMany = async (): Promise<void> => {
  await leave(aChange());
  const items = connection.database.collection<OutboxDocument>(COLLECTIONS.outbox);
  const [{ _id, ...others }] = (await items.find({}).toArray()) as [OutboxDocument];
  await items.insertMany(manyOf(BETWEEN, (index) => ({ ...others, _id: `${_id}:${index}` })));
};

const versionsOf = async (umid: Umid): Promise<readonly number[]> =>
  (await outbox.pending(ampleDeadline(), BETWEEN + 2 * PROFILES + 1))
    .filter(({ change }) => change.umid === umid)
    .map(({ change }) => change.profileVersion);

test('a look that sees a change of a profile sees the one before, which was committed behind the place that the look had come to', async () => {
  const late = await Promise.all(manyOf(PROFILES, () => leaveLate(randomUmid())));
  await leaveMany();
  for (const { umid, commit } of late) {
    const look = versionsOf(umid);
    await commit();
    await leave(aChange({ umid, profileVersion: 2 }));
    expect([[], [1], [1, 2]]).toContainEqual(await look);
    expect(await versionsOf(umid)).toEqual([1, 2]);
  }
});
