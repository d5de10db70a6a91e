import { createCircuitBreaker, type CircuitBreaker } from '@kith/platform';
import { retryPause, type RetryPolicy } from './retry-policy.ts';

/** The circuit breaker of a destination: open while nobody is to be tried but the one that probes. */
export interface DestinationBreaker extends Pick<CircuitBreaker, 'isOpen' | 'probeInMs' | 'succeeded'> {
  /** Why it is open, in the words of the last failure. */
  why(): string;
  /**
   * Somebody begins to send; how long that may take, in milliseconds. While the breaker is open and a probe is due, this is
   * the probe: it is over when the next one is due, so that none holds up another. The pauses grow beyond what a call may
   * take, so that whoever is slow to answer is heard in the end.
   */
  sending(): number;
  /** Somebody got no answer that is about the delivery, or was asked to come back after so many milliseconds. */
  failed(why: string, askedMs?: number): void;
  /** Nobody is there to probe with: the next one may try. */
  reset(): void;
}

/** What a destination's breaker is made with. */
export interface DestinationBreakerDeps {
  readonly retryPolicy: RetryPolicy;
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** So many failures without an answer between them say something about the destination, not about a delivery. */
const FAILURES_TO_OPEN = 5;

/** A breaker that opens after some failures in a row, or when the receiver asks for a pause. */
export const createDestinationBreaker = (deps: DestinationBreakerDeps): DestinationBreaker => {
  const { retryPolicy, clock, random } = deps;
  const pauses = {
    firstPauseMs: retryPolicy.firstPauseMs,
    longestPauseMs: retryPolicy.longestProbePauseMs,
  };
  const { isOpen, allows, probeInMs, succeeded, failed } = createCircuitBreaker({
    clock,
    failuresToOpen: FAILURES_TO_OPEN,
    probePauseMs: (probes) => retryPause(probes + 1, pauses, random()),
  });
  let lastWhy = '';
  return {
    isOpen,
    probeInMs,
    succeeded,
    reset: succeeded,
    why: () => lastWhy,
    // Calls that were about to begin when the breaker opened are no probes, however many they are.
    sending: () => (isOpen() && allows() ? probeInMs() : Infinity),
    failed: (why, askedMs) => {
      lastWhy = why;
      failed(askedMs === undefined ? undefined : retryPause(1, pauses, random(), askedMs));
    },
  };
};
