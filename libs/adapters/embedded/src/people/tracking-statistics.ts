import { setImmediate } from 'node:timers/promises';
import type { AccountName } from '@kith/domain/pipeline';
import { startOfBucket } from '@kith/domain/tracking';
import type { EventCount, Scope, StatisticsQuestion, TrackingStatistics } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import type { KeyRange, StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import type { CountedEvent } from '../engine/store-rows.ts';

/** So many that nobody who waits meanwhile notices. */
const EVENTS_PER_STEP = 2_000;

/** Counts events in the embedded store, over the list of their times. */
export const createTrackingStatistics = (
  environment: Environment,
  store: StoreCollections,
): TrackingStatistics => ({
  countEvents: (scope, question) => countEvents(environment, store, scope, question),
});

const countEvents = async (
  environment: Environment,
  store: StoreCollections,
  { account, deadline }: Scope,
  question: StatisticsQuestion,
): Promise<readonly EventCount[] | 'tooMany'> => {
  const counts = new Map<string, EventCount>();
  let behind: StoreKey | null = null;
  for (;;) {
    const start: StoreKey | null = behind;
    const entries: readonly TimedEvent[] = await environment.read(deadline, () =>
      someEntries(store, account, question, start),
    );
    for (const { key, value } of entries) count(counts, question, Number(key[1]), value);
    if (counts.size > question.limit) return 'tooMany';
    if (entries.length < EVENTS_PER_STEP) return [...counts.values()];
    behind = entries.at(-1)?.key ?? null;
    await setImmediate();
  }
};

interface TimedEvent {
  readonly key: StoreKey;
  readonly value: CountedEvent;
}

const someEntries = (
  store: StoreCollections,
  account: AccountName,
  { span }: StatisticsQuestion,
  behind: StoreKey | null,
): readonly TimedEvent[] => {
  const range: KeyRange = {
    start: behind ?? [account, span.from, false],
    end: [account, span.to, false],
    limit: EVENTS_PER_STEP + (behind === null ? 0 : 1),
  };
  return Array.from(store.eventTimes.entries(range)).slice(behind === null ? 0 : 1);
};

const count = (
  counts: Map<string, EventCount>,
  { granularity, groupBy, span }: StatisticsQuestion,
  time: number,
  event: CountedEvent,
): void => {
  const start = startOfBucket(granularity, time, span);
  const group = Object.fromEntries(groupBy.map((by) => [by, event[by]]));
  const key = JSON.stringify([start, ...groupBy.map((by) => event[by])]);
  counts.set(key, { start, ...group, events: (counts.get(key)?.events ?? 0) + 1 });
};
