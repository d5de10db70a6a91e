import type { ImportLine } from '@kith/ports';
import type { FileRecord } from './records.ts';

/** The most records of a batch: one call, which ends well within the patience of either side. */
const BATCH_RECORDS = 500;
/** The most that they bring, in characters; written as JSON that stays below what a call may bring. */
const BATCH_SIZE = 100_000;

/** Some records of a file, in their order. */
export interface RecordBatch {
  /** How many records they are, also those that cannot be read. */
  readonly records: number;
  readonly lines: readonly { readonly number: number; readonly line: ImportLine }[];
  readonly unreadable: readonly { readonly number: number; readonly reason: string }[];
}

/** Records in batches, without the first ones. */
export const batchesOf = async function* (
  records: AsyncIterable<FileRecord>,
  skip: number,
): AsyncGenerator<RecordBatch> {
  let batch: FileRecord[] = [];
  let size = 0;
  let skipped = 0;
  for await (const record of records) {
    if ((skipped += 1) <= skip) continue;
    const next = record.kind === 'line' ? record.size : 0;
    if (batch.length === BATCH_RECORDS || (size + next > BATCH_SIZE && batch.length > 0)) {
      yield batchOf(batch);
      [batch, size] = [[], 0];
    }
    batch.push(record);
    size += next;
  }
  if (batch.length > 0) yield batchOf(batch);
};

const batchOf = (records: readonly FileRecord[]): RecordBatch => ({
  records: records.length,
  lines: records.flatMap((one) => (one.kind === 'line' ? [one] : [])),
  unreadable: records.flatMap((one) => (one.kind === 'unreadable' ? [one] : [])),
});
