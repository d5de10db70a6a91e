import type { PartitionLag } from '@kith/ports';
import type { Batch } from 'kafkajs';

/** How far the subscriber of one partition is behind, from what its reader and the brokers have said. */
export interface LagOfPartition {
  /** Where the subscriber stands. */
  stands(position: number): void;
  /** What was fetched and is being taken; it says where the partition ends. */
  takes(fetched: Pick<Batch, 'highWatermark' | 'messages'>): void;
  /** Where the partition ends, as the brokers say. */
  ends(position: number): void;
  now(): Omit<PartitionLag, 'partition'>;
}

/** `clock`: epoch milliseconds. A partition that was just assigned may have been waiting since then. */
export const createLagOfPartition = (clock: () => number): LagOfPartition => {
  let position: number | null = null;
  let end = 0;
  let atHand: Pick<Batch, 'messages'>['messages'] = [];
  /** Whatever waits came after this moment. */
  let caughtUpAt = clock();
  const heed = (): void => {
    if (position === null || position < end) return;
    caughtUpAt = clock();
    atHand = [];
  };
  const oldest = (from: number): number => {
    const waiting = atHand.find(({ offset }) => Number(offset) >= from);
    return waiting === undefined ? caughtUpAt : Number(waiting.timestamp);
  };
  return {
    stands: (at) => {
      position = at;
      heed();
    },
    takes: ({ highWatermark, messages }) => {
      end = Number(highWatermark);
      atHand = messages;
    },
    ends: (at) => {
      end = at;
      heed();
    },
    now: () => {
      if (position === null) return { records: 0, since: caughtUpAt };
      const records = Math.max(0, end - position);
      return { records, since: records === 0 ? null : oldest(position) };
    },
  };
};
