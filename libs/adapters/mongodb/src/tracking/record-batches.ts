import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Activity } from '@kith/domain/tracking';
import type { PartitionMove, TrackingCommit, TrackingOutcome } from '@kith/ports';
import { applyWrites } from '../engine/apply-writes.ts';
import type { ActivityDocument } from '../engine/documents.ts';
import { suppressionKey } from '../engine/identity-keys.ts';
import { accountKey } from '../engine/keys.ts';
import { refusalOf } from '../engine/refusal-of.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { activityDocument, eventDocument } from '../engine/stored-values.ts';
import { Overtaken, type Transaction, type Verdict } from '../engine/transaction.ts';
import { inserts, putAnyway, updates, type Write } from '../engine/write.ts';
import { timesSuppressedKey } from '../profiles/suppression-writes.ts';
import { deadLetterDocument } from './dead-letter-documents.ts';
import { newcomerKeys, newcomersIn, newcomerWrites } from './newcomers.ts';

/** What became of batches, and whether they left changes in the outbox. */
export interface Recorded {
  readonly outcome: TrackingOutcome;
  readonly newcomers: boolean;
}

const nothing = (outcome: Exclude<TrackingOutcome, 'recorded'>): Verdict<Recorded> => ({
  apply: false,
  result: { outcome, newcomers: false },
});

/** Under which the position of a partition is stored. */
export const offsetKey = ({ topic, partition }: Pick<PartitionMove, 'topic' | 'partition'>): string =>
  `${topic}:${partition}`;

/** All that batches do, in a transaction; `refused` where something of them can never be written. */
export const recordBatches = async (
  transaction: Transaction,
  commit: TrackingCommit,
): Promise<Verdict<Recorded>> => {
  try {
    return await applyBatches(transaction, commit);
  } catch (error) {
    const why = refusalOf(error);
    if (why === null) throw error;
    return nothing({ kind: 'refused', why });
  }
};

/**
 * The positions are moved first: of two consumers that work on one batch the second waits for nothing. Which events are
 * stored already was read before: one that came into being since is a duplicate key, which ends the transaction, and is
 * found when the batch is folded again; so is an activity. Newcomers are read here, as they are left out where they are
 * known; where one came into being since, all of it is tried again.
 */
const applyBatches = async (transaction: Transaction, commit: TrackingCommit): Promise<Verdict<Recorded>> => {
  if (!(await applyWrites(transaction, statedWrites(commit)))) {
    return nothing(countsStated(commit).length === 0 ? 'fenced' : 'stale');
  }
  const barred = suppressionKeys(commit);
  const stored = await existingKeys(transaction, COLLECTIONS.identity, [
    ...barred,
    ...newcomerKeys(commit.writes),
  ]);
  if (barred.some((key) => stored.has(key)) || (await hasChanged(transaction, commit))) {
    return nothing('stale');
  }
  const effects = [...eventWrites(commit), ...continuedWrites(commit), ...begunWrites(commit)];
  if (!(await applyWrites(transaction, effects))) return nothing('stale');
  const arrived = newcomersIn(commit.writes, stored);
  const writes = [...newcomerWrites(arrived), ...deadLetterWrites(commit)];
  if (!(await applyWrites(transaction, writes))) throw new Overtaken();
  return { apply: true, result: { outcome: 'recorded', newcomers: arrived.length > 0 } };
};

const suppressionKeys = ({ writes }: TrackingCommit): readonly string[] =>
  Array.from(writes, ([account, { unsuppressed = [] }]) =>
    unsuppressed.map((key) => suppressionKey(account, key)),
  ).flat();

/**
 * The positions, and what is stated of suppressions: one command for all, as they are of one kind. It does not say which
 * of them was another one; who has stated both finds out without the second. Where no position is stored, 0 is.
 */
const statedWrites = (commit: TrackingCommit): readonly Write[] => {
  const positions = commit.moves.map((move) => {
    const [_id, { from, to }] = [offsetKey(move), move];
    return { q: { _id, position: from }, u: { _id, position: to }, upsert: from === 0 };
  });
  const counts = countsStated(commit).map(([account, count]) => ({
    q: { _id: timesSuppressedKey(account), position: count },
    // Only looked at: what is written would be met by every other partition.
    u: { $setOnInsert: { position: count } },
    upsert: count === 0,
  }));
  return updates(COLLECTIONS.offsets, [...positions, ...counts], true);
};

const countsStated = ({ writes }: TrackingCommit): readonly (readonly [AccountName, number])[] =>
  Array.from(writes).flatMap(([account, { timesSuppressed }]) =>
    timesSuppressed === undefined ? [] : [[account, timesSuppressed] as const],
  );

const eventWrites = ({ writes }: TrackingCommit): readonly Write[] =>
  inserts(
    COLLECTIONS.events,
    Array.from(writes, ([account, { events }]) =>
      events.map((event) => eventDocument(account, event)),
    ).flat(),
  );

/** Activity that was gone on with is written where it still is: it ends with the visitor that expires. */
const continuedWrites = (commit: TrackingCommit): readonly Write[] => {
  const statements = Array.from(continuedIn(commit), ([account, umid, activity]) => ({
    ...putAnyway(activityDocument(account, umid, activity)),
    upsert: false,
  }));
  return updates(COLLECTIONS.activity, statements, true);
};

/**
 * Whether an activity that was gone on with is another one by now. It is a look of its own: as a condition of each update
 * it would cost twice as much as the updates themselves, which go by the key alone.
 */
const hasChanged = async ({ database, options }: Transaction, commit: TrackingCommit): Promise<boolean> => {
  const read = Array.from(
    continuedIn(commit),
    ([account, umid, , before]) => [accountKey(account, umid), before] as const,
  );
  if (read.length === 0) return false;
  const found = await database
    .collection<ActivityDocument>(COLLECTIONS.activity)
    .find(
      { _id: { $in: read.map(([key]) => key) } },
      { ...options(), projection: { events: 1, recounted: 1 }, batchSize: read.length + 1 },
    )
    .toArray();
  const present = new Map(found.map((document) => [document._id, document]));
  return read.some(([key, { events, recounted }]) => {
    const stored = present.get(key);
    return stored?.events !== events || stored.recounted !== recounted;
  });
};

type Continued = readonly [
  account: AccountName,
  umid: Umid,
  activity: Activity,
  read: Pick<Activity, 'events' | 'recounted'>,
];

const continuedIn = function* ({ writes }: TrackingCommit): Generator<Continued> {
  for (const [account, { activities, continued = [] }] of writes) {
    for (const [umid, read] of continued) {
      const activity = activities.get(umid);
      if (activity !== undefined) yield [account, umid, activity, read];
    }
  }
};

/** Activity of whoever had none: where somebody else was the first, it is a duplicate key. */
const begunWrites = ({ writes }: TrackingCommit): readonly Write[] =>
  inserts(
    COLLECTIONS.activity,
    Array.from(writes, ([account, { activities, continued }]) =>
      Array.from(activities)
        .filter(([umid]) => continued?.has(umid) !== true)
        .map(([umid, activity]) => activityDocument(account, umid, activity)),
    ).flat(),
  );

const deadLetterWrites = ({ deadLetters = [] }: TrackingCommit): readonly Write[] =>
  updates(
    COLLECTIONS.deadLetters,
    deadLetters.map((deadLetter) => putAnyway(deadLetterDocument(deadLetter))),
    false,
  );

/** Those of the keys that a collection has; answered from the index alone. */
const existingKeys = async (
  { database, options }: Transaction,
  collection: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (keys.length === 0) return new Set();
  const documents = await database
    .collection<{ readonly _id: string }>(collection)
    .find({ _id: { $in: keys } }, { ...options(), projection: { _id: 1 }, batchSize: keys.length + 1 })
    .toArray();
  return new Set(documents.map(({ _id }) => _id));
};
