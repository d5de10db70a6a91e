import { deadlineIn, DeadlineExceeded, within } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type { Deadline, LogRecord } from '@kith/ports';
import { createSpoolRefusals } from './spool-refusals.ts';
import type { RefusalReason } from './spool-refusals.ts';
import type { SpoolingParts } from './spooling-parts.ts';

/** Adds to the spool for requests, and knows whether it can. */
export interface SpoolWriter {
  /** Returns when the records are on the disk; throws `Unavailable` where they do not fit, or not in time. */
  add(deadline: Deadline, topic: string, records: readonly LogRecord[]): Promise<void>;
  /** Once everything that is to be added now has its outcome. */
  settled(): Promise<void>;
  /** Whether nothing is being added. */
  isIdle(): boolean;
  /** Something was drained. */
  freed(): void;
  /** Everything was drained. */
  emptied(): void;
  /** It refuses what is to be added, or did and is not well below that yet. */
  isFull(): boolean;
}

/** What was begun is not given up with the caller: until it has its outcome, the spool may still get the record. */
const COMMIT_MS = 60_000;

/** `onAdded` is told of everything that was added, whether or not its request still waits. */
export const createSpoolWriter = (parts: SpoolingParts, onAdded: () => void): SpoolWriter => {
  const { spool, metrics } = parts;
  const refusals = createSpoolRefusals(parts);
  const underWay = new Set<Promise<unknown>>();
  const refuse = (records: number, reason: RefusalReason, cause?: unknown): Unavailable => {
    refusals.refused(reason, cause);
    metrics.refused(records);
    return new Unavailable('spool', 'it takes no more records', { cause });
  };
  const addAll = async (topic: string, records: readonly LogRecord[]): Promise<void> => {
    const count = records.length;
    if (refusals.isTooOld()) throw refuse(count, 'old');
    const outcome = await spool.add(deadlineIn(COMMIT_MS), topic, records).catch((cause: unknown) => {
      throw refuse(count, 'failing', cause);
    });
    if (outcome === 'full') throw refuse(count, 'full');
    refusals.added();
    metrics.spooled(count);
    onAdded();
  };
  return {
    async add(deadline, topic, records) {
      mustFit(records, parts.mostRecordBytes);
      const added = addAll(topic, records);
      underWay.add(added);
      const forget = (): boolean => underWay.delete(added);
      added.then(forget, forget);
      await within(deadline, 'the spool', added).catch((cause: unknown) => {
        throw cause instanceof DeadlineExceeded ? new Unavailable('spool', cause.message, { cause }) : cause;
      });
    },
    settled: () => Promise.allSettled(underWay).then(() => undefined),
    isIdle: () => underWay.size === 0,
    freed: refusals.freed,
    emptied: refusals.emptied,
    isFull: refusals.isRefusing,
  };
};

/** What the log will never take would keep everything behind it from the log. */
const mustFit = (records: readonly LogRecord[], most: number): void => {
  const sizes = records.map(({ key, value }) => Buffer.byteLength(key) + Buffer.byteLength(value));
  const largest = Math.max(...sizes);
  if (largest > most) throw new RangeError(`a record of ${largest} bytes is too large for the log`);
};
