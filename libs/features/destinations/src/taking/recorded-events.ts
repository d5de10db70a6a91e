import { TRACKING_TOPIC } from '@kith/contracts';
import type { EventId } from '@kith/domain/tracking';
import { createBackOff, pause } from '@kith/platform';
import type { LogBatch } from '@kith/ports';
import type { Happening } from '../transforming/material-of.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';

/** First soon, then ever more seldom. */
const untilNextLook = createBackOff({ firstMs: 25, maxMs: 1_000 });

/**
 * Ends when the resolver has seen to the records of a part: from then on the activity has their events in it, so that
 * segments and attributes are those of after the event, and what was not recorded is known. Throws where the
 * destination is to be left alone.
 */
export const untilRecorded = async (
  { tracking, callDeadline, stopping }: Tending,
  { topic, partition, records }: Pick<LogBatch, 'topic' | 'partition' | 'records'>,
): Promise<void> => {
  const last = records.at(-1);
  if (topic !== TRACKING_TOPIC || last === undefined) return;
  for (let looks = 1; ; looks += 1) {
    if ((await tracking.position(callDeadline(), topic, partition)) > last.position) return;
    await pause(untilNextLook(looks), stopping);
    stopping.throwIfAborted();
  }
};

/**
 * The happenings without the events that nobody keeps: what the resolver did not record, for want of a permission or
 * because somebody was erased, is not handed on either (docs/behaviour.md#tracking-that-waits-for-a-permission).
 */
export const onlyRecorded = async <T extends { readonly happening: Happening }>(
  parts: Tending,
  placed: readonly T[],
): Promise<readonly T[]> => {
  const ids = placed.flatMap(({ happening }) => (happening.kind === 'event' ? [happening.event.id] : []));
  const recorded = await recordedOf(parts, ids);
  return placed.filter(({ happening }) => happening.kind === 'change' || recorded.has(happening.event.id));
};

const recordedOf = async (parts: Tending, ids: readonly EventId[]): Promise<ReadonlySet<EventId>> => {
  if (ids.length === 0) return new Set();
  return (await parts.tracking.state(scopeOf(parts), ids, [])).knownEvents;
};
