import type { Spool } from '@kith/ports';
import type { SpoolingParts } from './spooling-parts.ts';

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

/** What of the parts it looks at. */
export type RefusalParts = Pick<SpoolingParts, 'clock' | 'mostAgeMs' | 'logger'> & {
  readonly spool: Pick<Spool, 'contents'>;
};

/** Nothing is refused yet. */
export const createSpoolRefusals = ({ spool, clock, mostAgeMs, logger }: RefusalParts): SpoolRefusals => {
  /** With what it held when it began to refuse. */
  const reasons = new Map<RefusalReason, number>();
  const isOlderThan = (ageMs: number): boolean => {
    const { oldestAt } = spool.contents();
    return oldestAt !== null && clock() - oldestAt > ageMs;
  };
  const isWell = (reason: RefusalReason, bytesThen: number): boolean =>
    reason === 'old'
      ? !isOlderThan(LOW_WATER.age * mostAgeMs)
      : spool.contents().bytes <= LOW_WATER.bytes * bytesThen;
  return {
    isTooOld: () => isOlderThan(mostAgeMs),
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
