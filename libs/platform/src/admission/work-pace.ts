/** The mean of what was observed lately. */
interface MovingAverage {
  add(value: number): void;
  /** `unknown` while too little was observed to say. */
  value(unknown: number): number;
}

/**
 * How fast work ends where as much runs as may. At each moment what runs side by side shares the time, so that what is said
 * holds while the limit changes: one that has just shrunk says nothing of how long those take that run already. Times are
 * milliseconds of any clock.
 */
export interface WorkPace {
  /** A piece of work begins; what it gives is to be handed to `end`. */
  begin(now: number): number;
  end(begun: number, now: number): void;
  /** How long it takes until so many more have ended, in milliseconds; 0 while too little was observed to say. */
  msFor(pieces: number): number;
}

/** `limit`: how many may run now; where fewer do, there is room for others beside them, who would end as soon. */
export const createWorkPace = (limit: () => number): WorkPace => {
  const share = createMovingAverage();
  let running = 0;
  /** What one that has run all the time would have had for itself. */
  let shared = 0;
  let sharedUntil = 0;
  const shareUntil = (now: number): void => {
    if (running > 0) shared += (now - sharedUntil) / Math.max(running, limit());
    sharedUntil = now;
  };
  return {
    begin: (now) => {
      shareUntil(now);
      running += 1;
      return shared;
    },
    end: (begun, now) => {
      shareUntil(now);
      running -= 1;
      share.add(shared - begun);
    },
    msFor: (pieces) => pieces * share.value(0),
  };
};

/** The first ones of a process that has just begun are slower than all that follow: until then nothing is said. */
const FIRST = 16;

/** The newest observation counts for a tenth: some twenty forget what was before. */
const WEIGHT = 0.1;

export const createMovingAverage = (): MovingAverage => {
  let observed = 0;
  let mean = 0;
  return {
    add: (value) => {
      observed += 1;
      mean += (value - mean) * Math.max(WEIGHT, 1 / observed);
    },
    value: (unknown) => (observed < FIRST ? unknown : mean),
  };
};
