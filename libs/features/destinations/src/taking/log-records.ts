import { CHANGES_TOPIC, decodeChange, decodeTracking, TRACKING_TOPIC } from '@kith/contracts';
import type { LoggedOccurrence } from '@kith/domain/destinations';
import type { AccountName } from '@kith/domain/pipeline';
import type { EventId } from '@kith/domain/tracking';
import { createBackOff, pause } from '@kith/platform';
import type { LogBatch, StoredRecord } from '@kith/ports';
import { scopeOf, type DestinationDeps } from '../sending/destination-deps.ts';

/** First soon, then ever more seldom. */
const untilNextLook = createBackOff({ firstMs: 25, maxMs: 1_000 });

/** What a record tells of one account; null for another account's, a first visit, and what nobody understands. */
export const readRecord = (
  topic: string,
  account: AccountName,
  { value }: StoredRecord,
): LoggedOccurrence | null => {
  if (topic === CHANGES_TOPIC) {
    const read = decodeChange(value);
    return read?.account === account ? { kind: 'change', change: read.change } : null;
  }
  // Another account's record is not taken apart: most of them are, where there are many accounts.
  if (!value.includes(JSON.stringify(account))) return null;
  const message = decodeTracking(value);
  return message.kind === 'event' && message.account === account
    ? { kind: 'event', event: message.event }
    : null;
};

/**
 * Ends when the resolver has seen to the records of a part: from then on the activity has their events in it, so that
 * segments and attributes are those of after the event, and what was not recorded is known. Throws where the
 * destination is to be left alone.
 */
export const untilRecorded = async (
  { tracking, callDeadline, stopping }: DestinationDeps,
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
 * The occurrences without the events that nobody keeps: what the resolver did not record, for want of a permission or
 * because somebody was erased, is not delivered either (docs/behaviour.md#tracking-that-waits-for-a-permission).
 */
export const onlyRecorded = async <T extends { readonly occurrence: LoggedOccurrence }>(
  deps: DestinationDeps,
  positioned: readonly T[],
): Promise<readonly T[]> => {
  const ids = positioned.flatMap(({ occurrence }) =>
    occurrence.kind === 'event' ? [occurrence.event.id] : [],
  );
  const recorded = await recordedOf(deps, ids);
  return positioned.filter(
    ({ occurrence }) => occurrence.kind === 'change' || recorded.has(occurrence.event.id),
  );
};

const recordedOf = async (deps: DestinationDeps, ids: readonly EventId[]): Promise<ReadonlySet<EventId>> => {
  if (ids.length === 0) return new Set();
  return (await deps.tracking.state(scopeOf(deps), ids, [])).knownEvents;
};
