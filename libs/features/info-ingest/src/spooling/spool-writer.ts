import { deadlineIn, DeadlineExceeded, within } from '@kith/platform';
import { Unavailable, type Deadline, type LogRecord, type Spool } from '@kith/ports';
import type { SpoolDeps } from './spool-deps.ts';

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
export const createSpoolWriter = (deps: SpoolDeps, onAdded: () => void): SpoolWriter => {
  const { spool, metrics } = deps;
  const refusals = createSpoolRefusals(deps);
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
      mustFit(records, deps.maxRecordBytes);
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

/** Why the spool takes nothing more. */
export type RefusalReason = 'full' | 'failing' | 'old';

/** Why the spool takes nothing more, until it is well again. */
export interface SpoolRefusals {
  /** Its oldest record has waited for too long. */
  isTooOld(): boolean;
  /** Says so, once, until it is well again. */
  refused(reason: RefusalReason, cause?: unknown): void;
  /** Something was added: a disk that failed is well where more is on it now than when it failed. */
  added(): void;
  /** Something was drained. */
  freed(): void;
  /** Nothing is left. */
  emptied(): void;
  isRefusing(): boolean;
}

/** Of what it held, or of the age that it may have: below that it is well again, so that it does not alternate. */
const LOW_WATER = { bytes: 0.75, age: 0.9 };

export type RefusalDeps = Pick<SpoolDeps, 'clock' | 'maxAgeMs' | 'logger'> & {
  readonly spool: Pick<Spool, 'contents'>;
};

/** Nothing is refused yet. */
export const createSpoolRefusals = ({ spool, clock, maxAgeMs, logger }: RefusalDeps): SpoolRefusals => {
  /** With what it held when it began to refuse. */
  const reasons = new Map<RefusalReason, number>();
  const isOlderThan = (ageMs: number): boolean => {
    const { oldestAt } = spool.contents();
    return oldestAt !== null && clock() - oldestAt > ageMs;
  };
  const isWell = (reason: RefusalReason, bytesThen: number): boolean =>
    reason === 'old'
      ? !isOlderThan(LOW_WATER.age * maxAgeMs)
      : spool.contents().bytes <= LOW_WATER.bytes * bytesThen;
  return {
    isTooOld: () => isOlderThan(maxAgeMs),
    refused(reason, cause) {
      if (reasons.has(reason)) return;
      reasons.set(reason, spool.contents().bytes);
      logger.error({ reason, error: cause }, 'the spool takes no more events: they are answered with 500');
    },
    added() {
      const bytesThen = reasons.get('failing');
      if (bytesThen !== undefined && spool.contents().bytes > bytesThen) reasons.delete('failing');
    },
    freed() {
      for (const [reason, bytesThen] of reasons) if (isWell(reason, bytesThen)) reasons.delete(reason);
    },
    emptied: () => reasons.clear(),
    isRefusing: () => reasons.size > 0,
  };
};
