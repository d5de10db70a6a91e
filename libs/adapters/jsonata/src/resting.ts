/** Keeps elements from the mappings of a pipeline that take too long again and again. */
export interface Resting {
  /** Whether they may be asked now; while they rest, one element in a while tries them. */
  allows(pipeline: string): boolean;
  answered(pipeline: string): void;
  failed(pipeline: string): void;
}

export interface RestingOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly failuresToRest: number;
  readonly restMs: number;
}

interface Failing {
  failures: number;
  nextTry: number;
}

export const createResting = ({ clock, failuresToRest, restMs }: RestingOptions): Resting => {
  // Of pipelines that fail now: there are no more of them than the configuration names.
  const failing = new Map<string, Failing>();
  return {
    allows: (pipeline) => {
      const one = failing.get(pipeline);
      if (one === undefined || one.failures < failuresToRest) return true;
      if (clock() < one.nextTry) return false;
      one.nextTry = clock() + restMs;
      return true;
    },
    answered: (pipeline) => void failing.delete(pipeline),
    failed: (pipeline) => {
      const failures = (failing.get(pipeline)?.failures ?? 0) + 1;
      failing.set(pipeline, { failures, nextTry: clock() + restMs });
    },
  };
};
