import { TRACKING_TOPIC } from '@kith/contracts';
import { createGroups, pause } from '@kith/platform';
import { type LogBatch, type LogSubscriber, type Subscription, Unavailable } from '@kith/ports';
import { appendDeadLetters } from './dead-letters/append-dead-letters.ts';
import { recordOrSplit } from './dead-letters/record-or-split.ts';
import { createVisitorMemory } from './folding/visitor-memory.ts';
import {
  type Optimism,
  type PartitionRange,
  type PartitionState,
  type RangesDeps,
  readRange,
  recordRanges,
  type SinkMemory,
  type TrackingSinkDeps,
} from './record-ranges.ts';

/** A batch that waits for its group, and who is told what became of it. */
interface PendingBatch {
  readonly batch: LogBatch;
  readonly partition: PartitionState;
  /** The part of a group that it fills, 1 being all of one. */
  readonly share: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** So many groups are asked about after one of which something was left out, or whose first try was refused. */
const PESSIMISTIC_GROUPS = 32;

/** All that were fetched together make one transaction, whose positions are some dozens at most. */
const MAX_PARTITIONS = 64;

/**
 * So long a partition waits for its next batch after one that fills no group, from the beginning on, in milliseconds: what
 * comes meanwhile is one transaction. Who comes to an idle sink waits for nothing, nor does what is behind.
 */
const MIN_CYCLE_MS = 25;

/** Where the sink is behind, the store works on one group while others are folded. */
const MAX_FULL_GROUPS = 4;

/**
 * Starts the consumer that writes tracking events into the store with effect exactly once: the positions move in the
 * same transaction as the effects, known event ids change nothing, and what can never succeed goes to the dead letters
 * without blocking its partition (docs/behaviour.md#dead-letters).
 */
export const startTrackingSink = (deps: TrackingSinkDeps): Promise<Subscription> =>
  deps.log.subscribe(TRACKING_TOPIC, 'identity-resolver', subscriberOf(deps));

const subscriberOf = (deps: TrackingSinkDeps): LogSubscriber => {
  const partitions = new Map<number, PartitionState>();
  const stateOf = (partition: number): PartitionState =>
    partitions.get(partition) ?? { position: 0, deadLetters: appendDeadLetters(deps) };
  const moveTo = (position: number, partition: number, state: PartitionState): void => {
    state.deadLetters.reached(position);
    partitions.set(partition, { ...state, position });
  };
  const memory = createVisitorMemory();
  const optimism = createOptimism();
  const groups = createGroups<PendingBatch>({
    run: (group) => recordGroup({ ...deps, memory, optimism }, group),
    maxItems: MAX_PARTITIONS,
    weightOf: ({ share }) => share,
    maxWeight: 1,
    maxAtOnce: MAX_FULL_GROUPS,
  });
  return {
    maxPartitionsAtOnce: MAX_PARTITIONS,
    startAt: async (partition) => {
      const position = await deps.tracking.position(deps.callDeadline(), TRACKING_TOPIC, partition);
      // Somebody else may have had the partition since, or a batch may have failed half-way.
      memory.forget();
      moveTo(position, partition, stateOf(partition));
      return position;
    },
    take: async (batch) => {
      const begun = deps.clock();
      const [partition, share] = [stateOf(batch.partition), shareOf(batch)];
      await new Promise<void>((resolve, reject) => {
        groups.add({ batch, partition, share, resolve, reject });
      });
      moveTo(batch.next, batch.partition, partition);
      // A clock that was put back must not make it longer.
      const rest = Math.min(MIN_CYCLE_MS, begun + MIN_CYCLE_MS - deps.clock());
      if (share < 1 && rest > 0) await pause(rest);
    },
  };
};

const createOptimism = (): Optimism => {
  let pessimisticLeft = 0;
  return {
    isOptimistic: () => pessimisticLeft === 0,
    recorded: (wasInVain) => {
      pessimisticLeft = wasInVain ? PESSIMISTIC_GROUPS : Math.max(0, pessimisticLeft - 1);
    },
  };
};

const MAX_BYTES = 2 * 1024 * 1024;

/** As many records as one transaction of a store takes well. */
const MAX_RECORDS = 500;

/** The part of a group that a batch fills. */
const shareOf = ({ records }: LogBatch): number =>
  Math.max(
    records.length / MAX_RECORDS,
    records.reduce((sum, { value }) => sum + value.length, 0) / MAX_BYTES,
  );

/**
 * Writes batches of several partitions with the positions behind them, as a whole; where that does not succeed, each
 * partition by itself, so that none is held up by another one. What can never be processed goes to the dead letters.
 */
const recordGroup = async (
  deps: TrackingSinkDeps & SinkMemory,
  group: readonly PendingBatch[],
): Promise<void> => {
  // A group ends under the rules that it began under.
  const work = { ...deps, rules: deps.rules.current() };
  try {
    const ranges = group.map(({ batch, partition }) => readRange(work.rules, batch, partition));
    if (ranges.length > 1 && (await isRecordedWhole(work, ranges))) {
      for (const { resolve } of group) resolve();
      return;
    }
    for (const [index, range] of ranges.entries()) await recordAlone(work, group[index]!, range);
  } catch (error) {
    // Who has been answered already hears nothing of it.
    for (const { reject } of group) reject(error);
  }
};

/** An outage is nobody's fault: it would be met by each of them again. */
const isRecordedWhole = async (work: RangesDeps, ranges: readonly PartitionRange[]): Promise<boolean> => {
  try {
    return (await recordRanges(work, ranges)) === null;
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return false;
  }
};

const recordAlone = async (
  work: RangesDeps,
  { resolve, reject }: PendingBatch,
  all: PartitionRange,
): Promise<void> => {
  try {
    await recordOrSplit((range) => recordRanges(work, [{ ...all, range }]), all.range);
    resolve();
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    reject(error);
  }
};
