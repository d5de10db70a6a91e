import type { LogBatch, LogSubscriber, StoredRecord } from '@kith/ports';

/** A subscriber that remembers what it took. */
export interface Collector extends LogSubscriber {
  readonly batches: readonly LogBatch[];
  records(): readonly StoredRecord[];
  /** Once so many records were taken. */
  until(count: number): Promise<readonly StoredRecord[]>;
}

export interface CollectorOptions {
  readonly from?: number;
  /** Called before a batch is taken in; what it throws, the collector throws. */
  readonly before?: (batch: LogBatch) => Promise<void> | void;
}

/** Keeps its position as a consumer must: it moves only with what was taken. */
export const createCollector = ({ from = 0, before }: CollectorOptions = {}): Collector => {
  const batches: LogBatch[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let position = from;
  const records = (): readonly StoredRecord[] => batches.flatMap((batch) => batch.records);
  return {
    batches,
    records,
    startAt: async () => position,
    async take(batch) {
      await before?.(batch);
      batches.push(batch);
      position = batch.next;
      const taken = records().length;
      waiting.filter(({ count }) => taken >= count).forEach(({ resolve }) => resolve());
    },
    async until(count) {
      if (records().length < count) {
        await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      }
      return records();
    },
  };
};
