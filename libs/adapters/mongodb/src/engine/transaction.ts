import type { Deadline } from '@kith/ports';
import { MongoError, WriteConcern, type ClientSession, type Db } from 'mongodb';
import { pause } from '@kith/platform';
import { isTransient } from './as-unavailable.ts';
import { maxTimeOf, mustNotBePast, noLongerThanACall, type Bounds } from './bounded.ts';
import { retryBackOff, type Connection } from './connection.ts';

/** What a statement needs to be part of a transaction, and to end in time. */
export interface Transaction {
  readonly database: Db;
  /** How often it was tried before. */
  readonly failures: number;
  /** To be asked anew for every statement. */
  options(): Bounds & { readonly session: ClientSession };
}

/** What the statements came to; where they are not to be applied, nothing of them is. */
export interface Verdict<T> {
  readonly apply: boolean;
  readonly result: T;
}

/** Something that was not there when the transaction looked is there by now: look again from the beginning. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Runs `work` on one moment of the database and applies all of it, durable on a majority, or nothing. Where another
 * transaction was faster or the primary has changed, all of it is tried again, after growing pauses, until the deadline.
 */
export const transact = <T>(
  connection: Connection,
  asked: Deadline,
  work: (transaction: Transaction) => Promise<Verdict<T>>,
): Promise<T> => {
  const deadline = noLongerThanACall(asked);
  return connection.call(deadline, async ({ signal }) => {
    const session = connection.startSession();
    const options: Transaction['options'] = () => {
      connection.mustBeRegistered();
      mustNotBePast(deadline);
      return { session, signal, maxTimeMS: maxTimeOf(deadline) };
    };
    const { database } = connection;
    try {
      return await untilApplied(session, deadline, async (failures) => {
        const verdict = await work({ database, failures, options });
        connection.mustBeRegistered();
        return verdict;
      });
    } finally {
      await session.endSession();
    }
  });
};

const untilApplied = async <T>(
  session: ClientSession,
  deadline: Deadline,
  work: (failures: number) => Promise<Verdict<T>>,
): Promise<T> => {
  for (let failures = 0; ; failures += 1) {
    mustNotBePast(deadline);
    try {
      return await applyOnce(session, deadline, () => work(failures));
    } catch (error) {
      await abort(session);
      if (!isTransient(error) && !(error instanceof Overtaken)) throw error;
    }
    await pause(retryBackOff(failures + 1));
  }
};

const applyOnce = async <T>(
  session: ClientSession,
  deadline: Deadline,
  work: () => Promise<Verdict<T>>,
): Promise<T> => {
  session.startTransaction({
    readConcern: { level: 'snapshot' },
    writeConcern: new WriteConcern('majority'),
    readPreference: 'primary',
    maxCommitTimeMS: maxTimeOf(deadline),
  });
  const { apply, result } = await work();
  if (apply) await commit(session, deadline);
  else await abort(session);
  return result;
};

/** A commit whose outcome is unknown is asked for again: the server applies it once. */
const commit = async (session: ClientSession, deadline: Deadline): Promise<void> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      const unknown = error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
      if (!unknown || deadline.remainingMs() <= 0) throw error;
    }
    await pause(retryBackOff(failures + 1));
  }
};

// What an open transaction has written stays locked until the server gives it up by itself.
const abort = async (session: ClientSession): Promise<void> => {
  if (session.inTransaction()) await session.abortTransaction();
};
