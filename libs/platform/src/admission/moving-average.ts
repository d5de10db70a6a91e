/** The newest observation counts for a tenth: some twenty forget what was before. */
const WEIGHT = 0.1;
/** The first ones of a process that has just begun are slower than all that follow: until then nothing is said. */
const FIRST = 16;

/** The mean of what was observed lately. */
export interface MovingAverage {
  add(value: number): void;
  /** `unknown` while too little was observed to say. */
  value(unknown: number): number;
}

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
