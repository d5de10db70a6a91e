import { once } from 'node:events';
import { CHANGES_TOPIC } from '@kith/contracts';
import type { DestinationRules } from '@kith/domain/destinations';
import type { TakenPart, LogBatch, LogSubscriber, StoredRecord } from '@kith/ports';
import { removeRecordsOfFailed, whenOf } from '../delivering/attempt.ts';
import type { DestinationDeps } from '../sending/destination-deps.ts';
import { readRecord, untilRecorded } from './log-records.ts';
import { untilCapacity, type Capacity } from './capacity.ts';
import type { Backlog } from '../delivering/retry-runner.ts';
import { takePart, type BatchPart, type PartOutcome } from './take-part.ts';

/** What takes the records of a topic for one destination. */
export interface SubscriberDeps extends DestinationDeps {
  readonly backlog: Backlog;
  readonly capacity: Capacity;
  /** Something was queued, or has failed. */
  readonly wake: () => void;
  /** Changes were removed from the log before they were taken. */
  readonly lost: () => Promise<void>;
}

const TRACKED = 'kith.tracking.';
/** So much is delivered again at most where the process is killed. */
const RECORDS_PER_PART = 100;

/** Where a partition stands: what is stored of it. */
interface PartitionState {
  readonly round: number;
  readonly position: number;
  readonly sinceOf: BatchPart['sinceOf'];
}

/** Takes the records of one topic for one destination, and keeps its own position among them. */
export const deliverySubscriber = (deps: SubscriberDeps, topic: string): LogSubscriber => {
  const partitions = new Map<number, PartitionState>();
  const takeNext = async (partition: number, part: LogBatch): Promise<void> => {
    const partitionState = partitions.get(partition) ?? (await partitionStateOf(deps, topic, partition));
    await untilCapacity(topic, deps.backlog, deps.capacity, deps.stopping);
    if (concerns(deps.rules, topic)) await untilRecorded(deps, part);
    await takeAndMove(deps, partitionState, part);
    partitions.set(partition, { ...partitionState, position: part.next });
  };
  return {
    startAt: async (partition) => {
      const partitionState = await partitionStateOf(deps, topic, partition);
      partitions.set(partition, partitionState);
      return partitionState.position;
    },
    take: async (batch) => {
      try {
        for (const part of partsOf(batch)) await takeNext(batch.partition, part);
      } catch (error) {
        // Nobody will ask for more of this destination, and its position was not moved.
        if (!deps.stopping.aborted) throw error;
      }
    },
  };
};

const partitionStateOf = async (
  deps: SubscriberDeps,
  topic: string,
  partition: number,
): Promise<PartitionState> => {
  const { store, rules, configuredAt, callDeadline } = deps;
  const first = { isPaused: rules.startsPaused, since: configuredAt };
  const { round, since, owedSince } = await store.control.open(callDeadline(), first);
  const { position, takenBefore } = await store.intake.progress(callDeadline(), topic, partition);
  return { round, position, sinceOf: (at) => (at < takenBefore ? since : owedSince) };
};

/** Many destinations hear of changes alone: they pass over tracking events without reading them. */
const concerns = ({ events, segment }: DestinationRules, topic: string): boolean =>
  topic === CHANGES_TOPIC || segment !== null || Array.from(events).some((type) => type.startsWith(TRACKED));

const partsOf = ({ records, next, topic, partition }: LogBatch): readonly LogBatch[] =>
  Array.from({ length: Math.ceil(records.length / RECORDS_PER_PART) }, (_, index) => {
    const own = records.slice(index * RECORDS_PER_PART, (index + 1) * RECORDS_PER_PART);
    const behind = records[(index + 1) * RECORDS_PER_PART];
    return { topic, partition, records: own, next: behind?.position ?? next };
  });

const NOTHING_LEFT: PartOutcome = { queued: [], failed: [] };

const takeAndMove = async (
  deps: SubscriberDeps,
  { round, position, sinceOf }: PartitionState,
  { topic, partition, records, next }: LogBatch,
): Promise<void> => {
  if (topic === CHANGES_TOPIC && records[0]!.position > position) await deps.lost();
  const part: BatchPart = { topic, partition, records, sinceOf };
  const left = concerns(deps.rules, topic) ? await takePart(deps, part) : NOTHING_LEFT;
  const takenAt = newestOf(deps, topic, records);
  const moving = { topic, partition, round, from: position, to: next, takenAt, ...left };
  const outcome = await deps.store.intake.commit(deps.callDeadline(), moving);
  if (outcome === 'fenced') await leaveTo(deps, moving);
  await removeRecordsOfFailed(
    deps,
    left.failed.map(({ occurrence }) => occurrence),
  );
  count(deps, left);
};

/**
 * Where another round has begun, whoever keeps the destination leaves it in a moment and begins that round: nothing is
 * taken here any more.
 */
const leaveTo = async (deps: SubscriberDeps, { round, topic, partition }: TakenPart): Promise<never> => {
  const state = await deps.store.control.state(deps.callDeadline());
  if (state?.round !== round && !deps.stopping.aborted) await once(deps.stopping, 'abort');
  deps.stopping.throwIfAborted();
  throw new Overtaken(topic, partition);
};

/** Somebody else takes care of the destination by now: its position has to be asked for again. */
class Overtaken extends Error {
  constructor(topic: string, partition: number) {
    super(`the position of ${topic}/${partition} was moved by somebody else`);
  }
}

const newestOf = (
  { rules }: SubscriberDeps,
  topic: string,
  records: readonly StoredRecord[],
): number | null => {
  const last = records.findLast((record) => readRecord(topic, rules.account, record) !== null);
  const occurrence = last === undefined ? null : readRecord(topic, rules.account, last);
  return occurrence === null ? null : whenOf(occurrence);
};

const count = ({ backlog, metrics, wake }: SubscriberDeps, { queued, failed }: PartOutcome): void => {
  backlog.waiting += queued.length;
  backlog.failed += failed.length;
  metrics.holds(backlog);
  if (failed.length > 0) metrics.failed(failed.length);
  if (queued.length > 0) wake();
};
