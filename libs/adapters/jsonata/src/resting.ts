/** Keeps elements from the mappings of a pipeline that take too long again and again. */
export interface Resting {
  /** Whether they may be asked now; while they rest, one element in a while tries them. */
  allows(pipeline: string): boolean;
  /** Ends the rest where one tried them; what failed before still counts. */
  answered(pipeline: string): void;
  failed(pipeline: string): void;
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

/** Elements that were asked before a rest began must have ended when it is tried: `restMs` is longer than they take. */
export const createResting = ({ clock, failuresToRest, withinMs, restMs }: RestingOptions): Resting => {
  // Of pipelines that failed: there are no more of them than the configuration names.
  const failing = new Map<string, Failing>();
  return {
    allows: (pipeline) => {
      const one = failing.get(pipeline);
      if (one === undefined || one.rest === null) return true;
      if (clock() < one.rest.nextTry) return false;
      failing.set(pipeline, { ...one, rest: { nextTry: clock() + restMs, isTried: true } });
      return true;
    },
    answered: (pipeline) => {
      const one = failing.get(pipeline);
      if (one?.rest?.isTried === true) failing.set(pipeline, { ...one, rest: null });
    },
    failed: (pipeline) => {
      const now = clock();
      const { times: before, rest } = failing.get(pipeline) ?? { times: [], rest: null };
      const times = [...before.filter((time) => now - time < withinMs), now].slice(-failuresToRest);
      const mustRest = rest !== null || times.length === failuresToRest;
      failing.set(pipeline, { times, rest: mustRest ? { nextTry: now + restMs, isTried: false } : null });
    },
  };
};
