import { Unavailable } from '@kith/ports';
import { NO_DEADLINE } from '@kith/platform';
import { DEPENDENCY } from './as-unavailable.ts';
import type { Connection } from './connection.ts';
import { SCHEMA, schemaOf } from './layout-documents.ts';
import type { Layout } from './migration.ts';

const LOCKED_MS = 60_000;
const RENEWALS = 3;

/** Whoever holds the lock may change the layout. */
export interface LayoutLock {
  /** Writes which layouts are in force; throws `Unavailable` where another process has the lock by now. */
  write(layout: Partial<Layout>): Promise<void>;
}

/**
 * Does the work while nobody else changes the layout; null where somebody does. A lock that its holder left behind is free
 * after a minute, by the server's clock; `lockedMs` is another time in tests.
 */
export const whileLocked = async <T>(
  connection: Connection,
  me: string,
  work: (lock: LayoutLock) => Promise<T>,
  lockedMs = LOCKED_MS,
): Promise<T | null> => {
  const take = () => connection.call(NO_DEADLINE, () => takeLock(connection, me, lockedMs));
  if (!(await take())) return null;
  const renewal = setInterval(() => void take().catch(() => false), lockedMs / RENEWALS);
  try {
    return await work({
      write: (layout) => connection.call(NO_DEADLINE, () => write(connection, me, layout)),
    });
  } finally {
    clearInterval(renewal);
    await connection.call(NO_DEADLINE, () => release(connection, me));
  }
};

const takeLock = async ({ database }: Connection, me: string, lockedMs: number): Promise<boolean> => {
  await schemaOf(database).updateOne({ _id: SCHEMA }, { $setOnInsert: { version: 0 } }, { upsert: true });
  const isFree = { $lt: [{ $ifNull: ['$lockedUntil', new Date(0)] }, '$$NOW'] };
  const { matchedCount } = await schemaOf(database).updateOne(
    { _id: SCHEMA, $expr: { $or: [{ $eq: ['$lockedBy', me] }, isFree] } },
    [{ $set: { lockedBy: me, lockedUntil: { $add: ['$$NOW', lockedMs] } } }],
  );
  return matchedCount === 1;
};

const write = async ({ database }: Connection, me: string, layout: Partial<Layout>): Promise<void> => {
  const { matchedCount } = await schemaOf(database).updateOne(
    { _id: SCHEMA, lockedBy: me },
    { $set: layout },
  );
  if (matchedCount !== 1) throw new Unavailable(DEPENDENCY, 'another process took over the migration');
};

const release = async ({ database }: Connection, me: string): Promise<void> => {
  const held = { _id: SCHEMA, lockedBy: me } as const;
  await schemaOf(database).updateOne(held, { $unset: { lockedBy: '', lockedUntil: '' } });
};
