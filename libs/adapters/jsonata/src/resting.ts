/** Keeps questions from the expressions of an owner that take too long again and again. */
export interface Resting {
  /** Whether they may be asked now; while they rest, one question in a while tries them. */
  allows(owner: string): boolean;
  /** Ends the rest where one tried them; what failed before still counts. */
  answered(owner: string): void;
  failed(owner: string): void;
}

export interface RestingOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly failuresToRest: number;
  /** So many failures lead to a rest where they fall into so many milliseconds, whatever was answered meanwhile. */
  readonly withinMs: number;
  readonly restMs: number;
}

interface Failing {
  /** The times of the last failures; no more of them than lead to a rest. */
  readonly times: readonly number[];
  /** null where it does not rest. */
  readonly rest: { readonly nextTry: number; readonly isTried: boolean } | null;
}

/** Questions that were asked before a rest began must have ended when it is tried: `restMs` is longer than they take. */
export const createResting = ({ clock, failuresToRest, withinMs, restMs }: RestingOptions): Resting => {
  // Of owners that failed: there are no more of them than the configuration names.
  const failing = new Map<string, Failing>();
  return {
    allows: (owner) => {
      const one = failing.get(owner);
      if (one === undefined || one.rest === null) return true;
      if (clock() < one.rest.nextTry) return false;
      failing.set(owner, { ...one, rest: { nextTry: clock() + restMs, isTried: true } });
      return true;
    },
    answered: (owner) => {
      const one = failing.get(owner);
      if (one?.rest?.isTried === true) failing.set(owner, { ...one, rest: null });
    },
    failed: (owner) => {
      const now = clock();
      const { times: before, rest } = failing.get(owner) ?? { times: [], rest: null };
      const times = [...before.filter((time) => now - time < withinMs), now].slice(-failuresToRest);
      const mustRest = rest !== null || times.length === failuresToRest;
      failing.set(owner, { times, rest: mustRest ? { nextTry: now + restMs, isTried: false } : null });
    },
  };
};
