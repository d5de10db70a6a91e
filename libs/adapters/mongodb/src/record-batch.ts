import type { AccountName } from '@kith/domain/pipeline';
import type { TrackingCommit } from '@kith/ports';
import { applyWrites } from './apply-writes.ts';
import type { EventDocument } from './documents.ts';
import { existingKeys } from './existing-keys.ts';
import { accountKey } from './keys.ts';
import { newcomersIn, newcomerWrites } from './newcomers.ts';
import { COLLECTIONS } from './store-collections.ts';
import { activityDocument, eventDocument } from './stored-values.ts';
import { Overtaken } from './transaction.ts';
import type { Transaction, Verdict } from './transaction.ts';
import { inserts, putAnyway, updates } from './write.ts';
import type { Write } from './write.ts';

/** For how long an account keeps its events after they were received, in milliseconds; null: for ever. */
export type EventLifetime = (account: AccountName) => number | null;

/** What became of a batch, and whether it left changes in the outbox. */
export interface Recorded {
  readonly outcome: 'recorded' | 'fenced' | 'stale';
  readonly newcomers: boolean;
}

const nothing = (outcome: 'fenced' | 'stale'): Verdict<Recorded> => ({
  apply: false,
  result: { outcome, newcomers: false },
});

/**
 * All that a batch does, in a transaction. The position is moved first: of two consumers that work on one batch the
 * second waits for nothing. What is stored already is read before anything is inserted, because a duplicate key would
 * end the transaction; where one came into being since, all of it is tried again.
 */
export const recordBatch = async (
  transaction: Transaction,
  offsetKey: string,
  commit: TrackingCommit,
  lifetimeOf: EventLifetime,
): Promise<Verdict<Recorded>> => {
  if (!(await applyWrites(transaction, positionWrites(offsetKey, commit)))) {
    return nothing('fenced');
  }
  const events = eventDocuments(commit, lifetimeOf);
  const known = await existingKeys(transaction, COLLECTIONS.events, [...events.keys()]);
  if (known.size > 0 || (await hasErased(transaction, commit))) return nothing('stale');
  const arrived = await newcomersIn(transaction, commit.writes);
  const writes = [
    ...newcomerWrites(arrived),
    ...inserts(COLLECTIONS.events, [...events.values()]),
    ...activityWrites(commit),
  ];
  if (!(await applyWrites(transaction, writes))) throw new Overtaken();
  return { apply: true, result: { outcome: 'recorded', newcomers: arrived.length > 0 } };
};

const hasErased = async (transaction: Transaction, { writes }: TrackingCommit): Promise<boolean> => {
  const keys = Array.from(writes, ([account, { unsuppressed = [] }]) =>
    unsuppressed.map((key) => accountKey(account, key)),
  ).flat();
  return (await existingKeys(transaction, COLLECTIONS.suppressions, keys)).size > 0;
};

/** Where no position is stored, 0 is. */
const positionWrites = (key: string, { from, to }: TrackingCommit): readonly Write[] =>
  updates(
    COLLECTIONS.offsets,
    [{ q: { _id: key, position: from }, u: { _id: key, position: to }, upsert: from === 0 }],
    true,
  );

const eventDocuments = (
  { writes }: TrackingCommit,
  lifetimeOf: EventLifetime,
): ReadonlyMap<string, EventDocument> => {
  const documents = Array.from(writes, ([account, { events }]) =>
    events.map((event) => eventDocument(account, event, lifetimeOf(account))),
  ).flat();
  return new Map(documents.map((document) => [document._id, document]));
};

const activityWrites = ({ writes }: TrackingCommit): readonly Write[] =>
  updates(
    COLLECTIONS.activity,
    Array.from(writes, ([account, { activities }]) =>
      Array.from(activities, ([umid, activity]) => putAnyway(activityDocument(account, umid, activity))),
    ).flat(),
    false,
  );
