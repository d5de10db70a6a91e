import { Unavailable, type LogBatch } from '@kith/ports';
import { recordOrSplit } from './dead-letters/record-or-split.ts';
import {
  readRange,
  recordRanges,
  type PartitionRange,
  type PartitionState,
  type RangesDeps,
  type SinkMemory,
  type TrackingSinkDeps,
} from './record-ranges.ts';

/** A batch that waits for its group, and who is told what became of it. */
export interface PendingBatch {
  readonly batch: LogBatch;
  readonly partition: PartitionState;
  /** The part of a group that it fills, 1 being all of one. */
  readonly share: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** As many records as one transaction of a store takes well. */
const MAX_RECORDS = 500;
const MAX_BYTES = 2 * 1024 * 1024;

/** The part of a group that a batch fills. */
export const shareOf = ({ records }: LogBatch): number =>
  Math.max(
    records.length / MAX_RECORDS,
    records.reduce((sum, { value }) => sum + value.length, 0) / MAX_BYTES,
  );

/**
 * Writes batches of several partitions with the positions behind them, as a whole; where that does not succeed, each
 * partition by itself, so that none is held up by another one. What can never be processed goes to the dead letters.
 */
export const recordGroup = async (
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
