import { deadlineIn } from '@kith/platform';
import type { Deadline, LogBatch, LogRecord, StoredRecord } from '@kith/ports';
import type { SpoolWriter } from './spool-writer.ts';
import type { SpoolDeps } from './spool-deps.ts';

/** What the log gets at once: as much as one request to it carries. */
const SLICE_BYTES = 1024 * 1024;

export interface DrainDeps extends SpoolDeps {
  readonly writer: SpoolWriter;
  readonly stop: AbortSignal;
}

/** What came of a batch; `failed` where not all of it has gone. */
export type Outcome = 'drained' | 'empty' | 'failed';

/**
 * Gives the oldest batch to the log, slice by slice, and removes in one commit what the log has taken; each slice may
 * take so many milliseconds, within the deadline. A record is removed once the log has it: where the process dies in
 * between, the log gets it again, which its event id makes harmless.
 */
export const drainBatch = async (
  draining: DrainDeps,
  sliceMs: number,
  deadline?: Deadline,
): Promise<Outcome> => {
  const slice = (): Deadline => deadlineIn(Math.min(sliceMs, deadline?.remainingMs() ?? sliceMs));
  try {
    const batch = await draining.spool.oldest();
    if (batch === null) return 'empty';
    await giveToLog(draining, batch, slice);
    return 'drained';
  } catch (error) {
    draining.logger.debug({ error }, 'the spool is not drained yet');
    return 'failed';
  }
};

const giveToLog = async (draining: DrainDeps, batch: LogBatch, deadline: () => Deadline): Promise<void> => {
  const taken: StoredRecord[] = [];
  try {
    for (const slice of slicesOf(batch.records, SLICE_BYTES)) {
      if (draining.stop.aborted) return;
      await draining.log.append(deadline(), batch.topic, slice);
      taken.push(...slice);
    }
  } finally {
    await removeTaken(draining, batch, taken);
  }
};

const removeTaken = async (
  { spool, writer, metrics }: DrainDeps,
  batch: LogBatch,
  taken: readonly StoredRecord[],
): Promise<void> => {
  const last = taken.at(-1);
  if (last === undefined) return;
  await spool.remove({ ...batch, records: taken, next: last.position + 1 });
  writer.freed();
  metrics.drained(taken.length);
};

/** What a record costs beside its key and value, generously. */
const OVERHEAD_BYTES = 256;

/** Cuts records, in order, into slices of at most so many bytes each, at least one record. */
export const slicesOf = <T extends LogRecord>(
  records: readonly T[],
  maxBytes: number,
): readonly (readonly T[])[] => {
  const slices: T[][] = [];
  let bytes = maxBytes;
  for (const record of records) {
    const size = Buffer.byteLength(record.key) + Buffer.byteLength(record.value) + OVERHEAD_BYTES;
    bytes += size;
    const slice = slices.at(-1);
    if (slice !== undefined && bytes <= maxBytes) slice.push(record);
    else {
      slices.push([record]);
      bytes = size;
    }
  }
  return slices;
};
