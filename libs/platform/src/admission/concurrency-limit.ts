/** Between how many and how many pieces of work may run at once. */
export interface ConcurrencyBounds {
  readonly least: number;
  readonly most: number;
}

/** A piece of work that has ended. */
export interface EndedWork {
  /** Milliseconds of the same clock. */
  readonly began: number;
  readonly ended: number;
  /** The time that its request had when it came, in milliseconds. */
  readonly hadMs: number;
  /** Whether as much ran beside it as might. */
  readonly wasFull: boolean;
}

/** How much may run at once: as much as ends well within its time. */
export interface ConcurrencyLimit {
  current(): number;
  heed(work: EndedWork): void;
}

/** Work that takes less than this part of its request's time leaves room for more beside it. */
const QUICK = 1 / 8;
/** Work that takes more than this part shows that too much runs: the rest is for waiting, and for what takes longer than most. */
const SLOW = 1 / 4;
const DECREASE = 0.7;

/**
 * Grows by one for each quick piece of work at the limit, so that it can double in the time that one takes; shrinks at once
 * where work is slow, but only once for all that ran at the same time. Begins low: what nobody has measured yet may be slow.
 */
export const createConcurrencyLimit = ({ least, most }: ConcurrencyBounds): ConcurrencyLimit => {
  let limit = least;
  let shrunkAt = -Infinity;
  return {
    current: () => Math.floor(limit),
    heed: ({ began, ended, hadMs, wasFull }) => {
      const tookMs = ended - began;
      if (tookMs > hadMs * SLOW) {
        if (began < shrunkAt) return;
        shrunkAt = ended;
        limit = Math.max(least, limit * DECREASE);
      } else if (wasFull && tookMs < hadMs * QUICK) limit = Math.min(most, limit + 1);
    },
  };
};
