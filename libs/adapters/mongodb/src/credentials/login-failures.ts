import type { LoginTries, LoginTry, LoginTryStore } from '@kith/ports';
import { applyWrites } from '../engine/apply-writes.ts';
import type { Connection } from '../engine/connection.ts';
import {
  CREDENTIALS,
  credentialCollections,
  type LoginTryDocument,
} from '../engine/credential-collections.ts';
import { Overtaken, transact, type Transaction } from '../engine/transaction.ts';
import { inserts } from '../engine/write.ts';

/** No question goes back further. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** A try that was none keeps its number for so long: whoever counted before it must not take it again. */
const VOID_KEPT_MS = 60_000;

/** Tries to log in, and those that failed; the database removes them after a day. */
export const createLoginTryStore = (connection: Connection, clock: () => number): LoginTryStore => {
  const collection = credentialCollections(connection.database).loginFailures;
  return {
    begin: (deadline, attempt, since, mayBegin) =>
      transact(connection, deadline, async (transaction) => {
        const found = await triesOf(transaction, attempt.subjects);
        const tries = found.map((documents) => countOf(documents, since, attempt.at));
        const begun = mayBegin(tries);
        if (begun) await add(transaction, attempt, found, new Date(clock() + KEPT_MS));
        return { apply: begun, result: { begun, tries } };
      }),
    async end(deadline, { id, subjects }, outcome) {
      const end =
        outcome === 'failed'
          ? { $unset: { endsBy: true } as const }
          : { $set: { isVoid: true as const, expiresAt: new Date(clock() + VOID_KEPT_MS) } };
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.updateMany({ subject: { $in: [...subjects] }, try: id }, end, { maxTimeMS }),
      );
    },
    async clearFailures(deadline, subjects, now) {
      const notUnderWay = { $or: [{ endsBy: { $exists: false } }, { endsBy: { $lte: now } }] };
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.deleteMany(
          { subject: { $in: [...subjects] }, isVoid: { $exists: false }, ...notUnderWay },
          { maxTimeMS },
        ),
      );
    },
  };
};

/** All that the database has of each subject. */
const triesOf = async (
  { database, options }: Transaction,
  subjects: readonly string[],
): Promise<readonly (readonly LoginTryDocument[])[]> => {
  const { session, maxTimeMS } = options();
  const found = await credentialCollections(database)
    .loginFailures.find({ subject: { $in: [...subjects] } }, { session, maxTimeMS })
    .toArray();
  return subjects.map((one) => found.filter(({ subject }) => subject === one));
};

const countOf = (documents: readonly LoginTryDocument[], since: number, now: number): LoginTries => {
  const counted = documents.filter(({ at, isVoid }) => at >= since && isVoid === undefined);
  const times = counted
    .filter(({ endsBy }) => endsBy === undefined || endsBy <= now)
    .map(({ at }) => at)
    .toSorted((one, other) => one - other);
  return {
    failed: { count: times.length, oldest: times[0] ?? 0, newest: times.at(-1) ?? 0 },
    underWay: counted.length - times.length,
  };
};

/** Those who counted the same take the same number: one of them has it, the others look again. */
const add = async (
  transaction: Transaction,
  { id, subjects, at, endsBy }: LoginTry,
  found: readonly (readonly LoginTryDocument[])[],
  expiresAt: Date,
): Promise<void> => {
  const documents = subjects.map((subject, index) => {
    const ordinal = Math.max(0, ...(found[index] ?? []).map((other) => other.ordinal ?? 0)) + 1;
    return { _id: `${subject}:${ordinal}`, subject, ordinal, try: id, at, endsBy, expiresAt };
  });
  if (!(await applyWrites(transaction, inserts(CREDENTIALS.loginFailures, documents)))) throw new Overtaken();
};
