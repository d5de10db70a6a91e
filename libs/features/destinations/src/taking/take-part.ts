import {
  deliveryIdOf,
  queueOf,
  removalQueueOf,
  type FailedDelivery,
  type LoggedOccurrence,
  type Occurrence,
  type QueuedDelivery,
  type QueueName,
  type RemovalDue,
} from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import { forEachConcurrently } from '@kith/platform';
import type { LogBatch, RetryEntry, StoredRecord } from '@kith/ports';
import {
  asFailed,
  attempt,
  isWanted,
  MAX_CONCURRENT_PROFILES,
  removalsAfter,
} from '../delivering/attempt.ts';
import { umidOf } from '../transforming/content-of.ts';
import type { DestinationDeps } from '../sending/destination-deps.ts';
import { onlyRecorded, readRecord } from './log-records.ts';
import { retryPause } from '../sending/retry-policy.ts';
import type { AttemptResult } from '../sending/send-payload.ts';

/** Records of a batch that are delivered before the position moves over them. */
export interface BatchPart extends Pick<LogBatch, 'topic' | 'partition'> {
  readonly records: readonly StoredRecord[];
  /** What happened before is not delivered; rounds of before may have taken some of the records. */
  readonly sinceOf: (position: number) => number;
}

/** What a part leaves behind. */
export interface PartOutcome {
  readonly queued: readonly RetryEntry[];
  readonly failed: readonly FailedDelivery[];
}

/** One occurrence, and where it stands in its partition. */
interface PositionedOccurrence {
  readonly occurrence: LoggedOccurrence;
  readonly position: number;
}

/** What becomes of a part while its profiles are taken one beside the other. */
interface PartState {
  readonly part: BatchPart;
  readonly at: number;
  readonly queued: RetryEntry[];
  readonly failed: FailedDelivery[];
}

/**
 * Delivers what a part of a batch tells, in order per umid, several umids side by side. What cannot be delivered now is
 * left to be queued, with everything of its umid that follows: nobody else waits for it.
 */
export const takePart = async (deps: DestinationDeps, part: BatchPart): Promise<PartOutcome> => {
  const profiles = byUmid(await onlyRecorded(deps, occurrencesIn(deps, part)));
  const state: PartState = { part, at: deps.clock(), queued: [], failed: [] };
  const occupied = await deps.store.retries.occupied(deps.callDeadline(), [...profiles.keys()]);
  await forEachConcurrently([...profiles], MAX_CONCURRENT_PROFILES, ([umid, occurrences]) =>
    takeProfile(deps, state, occurrences, occupied.has(queueOf(umid))),
  );
  return state;
};

const occurrencesIn = (
  { rules }: DestinationDeps,
  { topic, records }: BatchPart,
): readonly PositionedOccurrence[] =>
  records.flatMap((record) => {
    const occurrence = readRecord(topic, rules.account, record);
    return occurrence === null ? [] : [{ occurrence, position: record.position }];
  });

const byUmid = (all: readonly PositionedOccurrence[]): ReadonlyMap<Umid, readonly PositionedOccurrence[]> => {
  const profiles = new Map<Umid, PositionedOccurrence[]>();
  for (const positioned of all) {
    const umid = umidOf(positioned.occurrence);
    profiles.set(umid, [...(profiles.get(umid) ?? []), positioned]);
  }
  return profiles;
};

const takeProfile = async (
  deps: DestinationDeps,
  state: PartState,
  occurrences: readonly PositionedOccurrence[],
  othersWait: boolean,
): Promise<void> => {
  let isBlocked = othersWait;
  for (const positioned of occurrences) {
    const isNews = isWanted(deps, positioned.occurrence, state.part.sinceOf(positioned.position));
    const became = isNews ? await takeOne(deps, state, positioned, isBlocked) : 'dropped';
    isBlocked ||= became === 'queued';
    // Who was just delivered is in the segment.
    if (became === 'delivered' && positioned.occurrence.kind === 'event') continue;
    for (const removal of await removalsAfter(deps, positioned.occurrence)) {
      await takeRemoval(deps, state, removal, positioned.position);
    }
  }
};

/** What became of something; where it is queued, those who follow have to wait. */
type Became = 'delivered' | 'dropped' | 'failed' | 'queued';

const takeOne = async (
  deps: DestinationDeps,
  state: PartState,
  { occurrence, position }: PositionedOccurrence,
  isBlocked: boolean,
): Promise<Became> => {
  const umid = umidOf(occurrence);
  const placed = { queue: queueOf(umid), umid, occurrence: occurrence, position };
  if (isBlocked) return enqueue(state, placed, { tries: 0, why: 'others wait in front', dueAt: null });
  return attemptOrEnqueue(deps, state, placed);
};

const takeRemoval = (
  deps: DestinationDeps,
  state: PartState,
  removal: RemovalDue,
  position: number,
): Promise<Became> =>
  attemptOrEnqueue(deps, state, {
    queue: removalQueueOf(removal.umid),
    umid: removal.umid,
    occurrence: removal,
    position,
  });

/** What stands in which queue. */
interface QueuedOccurrence {
  readonly queue: QueueName;
  readonly umid: Umid;
  readonly occurrence: Occurrence;
  readonly position: number;
}

const attemptOrEnqueue = async (
  deps: DestinationDeps,
  state: PartState,
  placed: QueuedOccurrence,
): Promise<Became> => {
  if (deps.breaker.isOpen())
    return enqueue(state, placed, { tries: 0, why: deps.breaker.why(), dueAt: null });
  const tried = await attempt(deps, placed.occurrence);
  switch (tried.kind) {
    case 'delivered':
    case 'dropped':
      return tried.kind;
    case 'refused':
      state.failed.push(await failedDelivery(deps, state, placed, tried.why));
      return 'failed';
    case 'retry':
      return enqueue(state, placed, { tries: 1, why: tried.why, dueAt: dueAfter(deps, tried) });
  }
};

const dueAfter = (
  { clock, random, retryPolicy }: DestinationDeps,
  { afterMs }: Extract<AttemptResult, { readonly kind: 'retry' }>,
): number => clock() + retryPause(1, retryPolicy, random(), afterMs);

const enqueue = (
  state: PartState,
  placed: QueuedOccurrence,
  { dueAt, ...tried }: { readonly tries: number; readonly why: string; readonly dueAt: number | null },
): Became => {
  state.queued.push({ delivery: { ...deliveryOf(state, placed), ...tried }, dueAt });
  return 'queued';
};

const deliveryOf = (
  { part, at }: PartState,
  { queue, umid, occurrence, position }: QueuedOccurrence,
): Omit<QueuedDelivery, 'tries' | 'why'> => ({
  id: deliveryIdOf(occurrence),
  queue,
  sequence: [sortable(at), part.topic, sortable(part.partition), sortable(position)].join('.'),
  umid,
  occurrence,
  queuedAt: at,
});

const DIGITS = 16;

const sortable = (value: number): string => String(value).padStart(DIGITS, '0');

const failedDelivery = async (
  deps: DestinationDeps,
  state: PartState,
  placed: QueuedOccurrence,
  why: string,
): Promise<FailedDelivery> => ({
  ...deliveryOf(state, placed),
  occurrence: await asFailed(deps, placed.occurrence),
  tries: 1,
  why,
  failedAt: deps.clock(),
});
