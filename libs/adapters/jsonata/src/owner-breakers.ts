import { createCircuitBreaker, type CircuitBreaker } from '@kith/platform';
import { FAILURES_TO_REST, FAILURES_WITHIN_MS, REST_MS } from './limits.ts';

/** Keeps questions from the expressions of an owner that take too long again and again. */
export type OwnerBreakers = (owner: string) => CircuitBreaker;

/** `clock` in milliseconds; it only goes forward. There are no more owners than the configuration names. */
export const createOwnerBreakers = (clock: () => number): OwnerBreakers => {
  const breakers = new Map<string, CircuitBreaker>();
  return (owner) => {
    const known = breakers.get(owner);
    if (known !== undefined) return known;
    // Questions that were asked before a rest began have ended when it is tried: it is longer than they take.
    const breaker = createCircuitBreaker({
      clock,
      failuresToOpen: FAILURES_TO_REST,
      withinMs: FAILURES_WITHIN_MS,
      probePauseMs: () => REST_MS,
      isClosedByProbeOnly: true,
    });
    breakers.set(owner, breaker);
    return breaker;
  };
};
