import { deadlineIn, DeadlineExceeded, within } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type { Deadline, LogRecord } from '@kith/ports';
import type { SpoolingParts } from './spooling-parts.ts';

/** Adds to the spool for requests, and knows whether it can. */
export interface SpoolWriter {
  /** Returns when the records are on the disk; throws `Unavailable` where they do not fit, or not in time. */
  add(deadline: Deadline, topic: string, records: readonly LogRecord[]): Promise<void>;
  /** Once everything that was to be added has its outcome. */
  settled(): Promise<void>;
  /** There is room again. */
  freed(): void;
  /** The last that was to be added was refused. */
  isFull(): boolean;
}

/** What was begun is not given up with the caller: until it has its outcome, the spool may still get the record. */
const COMMIT_MS = 60_000;

export const createSpoolWriter = (parts: SpoolingParts): SpoolWriter => {
  const { spool, logger, metrics } = parts;
  const underWay = new Set<Promise<unknown>>();
  let full = false;
  const refuse = (records: number, cause?: unknown): Unavailable => {
    if (!full) logger.error({ error: cause }, 'the spool takes no more events: they are answered with 500');
    full = true;
    metrics.refused(records);
    return new Unavailable('spool', 'it takes no more records', { cause });
  };
  const addAll = async (topic: string, records: readonly LogRecord[]): Promise<void> => {
    const count = records.length;
    if (isOld(parts)) throw refuse(count);
    const outcome = await spool.add(deadlineIn(COMMIT_MS), topic, records).catch((cause: unknown) => {
      throw refuse(count, cause);
    });
    if (outcome === 'full') throw refuse(count);
    full = false;
    metrics.spooled(count);
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
    freed: () => {
      full = false;
    },
    isFull: () => full,
  };
};

const isOld = ({ spool, clock, mostAgeMs }: SpoolingParts): boolean => {
  const { oldestAt } = spool.contents();
  return oldestAt !== null && clock() - oldestAt > mostAgeMs;
};

/** What the log will never take would keep everything behind it from the log. */
const mustFit = (records: readonly LogRecord[], most: number): void => {
  const sizes = records.map(({ key, value }) => Buffer.byteLength(key) + Buffer.byteLength(value));
  const largest = Math.max(...sizes);
  if (largest > most) throw new RangeError(`a record of ${largest} bytes is too large for the log`);
};
