import { isUtf8 } from 'node:buffer';
import type { LogBatch, StoredRecord } from '@kith/ports';
import type { Batch, KafkaMessage } from 'kafkajs';

/** As many records as one transaction of a store takes well. */
const MAX_RECORDS = 500;

/** What was fetched of a partition from a position on, in batches of at most 500 records. */
export const batchesOf = (fetched: Batch, from: number): readonly LogBatch[] => {
  const { topic, partition } = fetched;
  const records = fetched.messages.map(recordOf).filter(({ position }) => position >= from);
  const batches: LogBatch[] = [];
  for (let at = 0; at < records.length; at += MAX_RECORDS) {
    const some = records.slice(at, at + MAX_RECORDS);
    batches.push({ topic, partition, records: some, next: some.at(-1)!.position + 1 });
  }
  return batches;
};

const recordOf = ({ key, offset, value }: KafkaMessage): StoredRecord => ({
  position: Number(offset),
  key: key?.toString('utf8') ?? '',
  value: value?.toString('utf8') ?? '',
  ...(value === null || isUtf8(value) ? {} : { bytes: value }),
});
