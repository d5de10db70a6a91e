import { createBackOff } from '@kith/platform';

/** How long a destination is tried, and how often. All in milliseconds. */
export interface RetryPolicy {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** From a delivery's first failure until it is given up. */
  readonly deliveryMs: number;
  /** The same for a removal, which matters more than anything that it could follow. */
  readonly removalMs: number;
  /** While nobody gets anything through, one delivery is tried, at pauses of this length at most. */
  readonly longestProbePauseMs: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Standard Webhooks' advice, and the time for which the log keeps what it has. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  firstPauseMs: 1_000,
  longestPauseMs: 30 * 60 * 1000,
  deliveryMs: DAY_MS,
  removalMs: 7 * DAY_MS,
  longestProbePauseMs: 60_000,
};

/**
 * The pause after so many failed tries: it doubles, half of it is chance (`random`, from 0 to 1), so that those who failed
 * together do not come back together. What the receiver asked for is waited at least, and for a day at most.
 */
export const retryPause = (
  tries: number,
  { firstPauseMs, longestPauseMs }: Pick<RetryPolicy, 'firstPauseMs' | 'longestPauseMs'>,
  random: number,
  askedMs = 0,
): number => {
  const backOff = createBackOff({
    firstMs: firstPauseMs,
    maxMs: longestPauseMs,
    jitter: 0.5,
    random: () => random,
  });
  return Math.max(backOff(tries), Math.min(askedMs, DAY_MS));
};
