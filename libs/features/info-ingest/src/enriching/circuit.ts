/** Lets a step rest that fails again and again, so that nobody waits for it in vain. */
export interface Circuit {
  /** Whether its source may be asked now; while it rests, one question in a while tries it. */
  allows(): boolean;
  /** Ends the rest where one tried it; what failed before still counts. */
  answered(): void;
  failed(): void;
}

export interface CircuitDeps {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  /** Told when a rest begins, not when it goes on. */
  readonly onRest: () => void;
}

/** So many failures lead to a rest where they fall into so many milliseconds, whatever was answered meanwhile. */
export const FAILURES_TO_REST = 5;
const WITHIN_MS = 10_000;
export const REST_MS = 10_000;

/** A circuit that lets its step work. */
export const createCircuit = ({ clock, onRest }: CircuitDeps): Circuit => {
  let failures: readonly number[] = [];
  let nextTry: number | null = null;
  return {
    allows: () => {
      if (nextTry === null) return true;
      if (clock() < nextTry) return false;
      nextTry = clock() + REST_MS;
      return true;
    },
    answered: () => {
      nextTry = null;
    },
    failed: () => {
      const now = clock();
      failures = [...failures.filter((time) => now - time < WITHIN_MS), now].slice(-FAILURES_TO_REST);
      if (nextTry === null && failures.length < FAILURES_TO_REST) return;
      if (nextTry === null) onRest();
      nextTry = now + REST_MS;
    },
  };
};
