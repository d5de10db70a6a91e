import type { TrackingCommit, TrackingOutcome } from '@kith/ports';
import { applyWrites } from './apply-writes.ts';
import type { EventDocument } from './documents.ts';
import { existingKeys } from './existing-keys.ts';
import { accountKey } from './keys.ts';
import { letterDocument } from './letter-documents.ts';
import { newcomersIn, newcomerWrites } from './newcomers.ts';
import { refusalOf } from './refusal-of.ts';
import { COLLECTIONS } from './store-collections.ts';
import { activityDocument, eventDocument } from './stored-values.ts';
import { Overtaken } from './transaction.ts';
import type { Transaction, Verdict } from './transaction.ts';
import { inserts, putAnyway, updates } from './write.ts';
import type { Write } from './write.ts';

/** What became of a batch, and whether it left changes in the outbox. */
export interface Recorded {
  readonly outcome: TrackingOutcome;
  readonly newcomers: boolean;
}

const nothing = (outcome: Exclude<TrackingOutcome, 'recorded'>): Verdict<Recorded> => ({
  apply: false,
  result: { outcome, newcomers: false },
});

/** All that a batch does, in a transaction; `refused` where something of it can never be written. */
export const recordBatch = async (
  transaction: Transaction,
  offsetKey: string,
  commit: TrackingCommit,
): Promise<Verdict<Recorded>> => {
  try {
    return await applyBatch(transaction, offsetKey, commit);
  } catch (error) {
    const why = refusalOf(error);
    if (why === null) throw error;
    return nothing({ kind: 'refused', why });
  }
};

/**
 * The position is moved first: of two consumers that work on one batch the
 * second waits for nothing. What is stored already is read before anything is inserted, because a duplicate key would
 * end the transaction; where one came into being since, all of it is tried again.
 */
const applyBatch = async (
  transaction: Transaction,
  offsetKey: string,
  commit: TrackingCommit,
): Promise<Verdict<Recorded>> => {
  if (!(await applyWrites(transaction, positionWrites(offsetKey, commit)))) {
    return nothing('fenced');
  }
  const events = eventDocuments(commit);
  const known = await existingKeys(transaction, COLLECTIONS.events, [...events.keys()]);
  if (known.size > 0 || (await hasErased(transaction, commit))) return nothing('stale');
  if (!(await applyWrites(transaction, continuedWrites(commit)))) return nothing('stale');
  const arrived = await newcomersIn(transaction, commit.writes);
  const writes = [
    ...newcomerWrites(arrived),
    ...inserts(COLLECTIONS.events, [...events.values()]),
    ...activityWrites(commit),
    ...letterWrites(commit),
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

const eventDocuments = ({ writes }: TrackingCommit): ReadonlyMap<string, EventDocument> => {
  const documents = Array.from(writes, ([account, { events }]) =>
    events.map((event) => eventDocument(account, event)),
  ).flat();
  return new Map(documents.map((document) => [document._id, document]));
};

/** Activity that was gone on with is written where it still is: it ends with the visitor that expires. */
const continuedWrites = ({ writes }: TrackingCommit): readonly Write[] => {
  const statements = Array.from(writes, ([account, { activities, continued = [] }]) =>
    continued.flatMap((umid) => {
      const activity = activities.get(umid);
      if (activity === undefined) return [];
      return [{ ...putAnyway(activityDocument(account, umid, activity)), upsert: false }];
    }),
  ).flat();
  return updates(COLLECTIONS.activity, statements, true);
};

const activityWrites = ({ writes }: TrackingCommit): readonly Write[] => {
  const statements = Array.from(writes, ([account, { activities, continued = [] }]) =>
    Array.from(activities)
      .filter(([umid]) => !continued.includes(umid))
      .map(([umid, activity]) => putAnyway(activityDocument(account, umid, activity))),
  ).flat();
  return updates(COLLECTIONS.activity, statements, false);
};

const letterWrites = ({ letters = [] }: TrackingCommit): readonly Write[] =>
  updates(
    COLLECTIONS.deadLetters,
    letters.map((letter) => putAnyway(letterDocument(letter))),
    false,
  );
