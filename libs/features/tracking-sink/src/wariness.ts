/**
 * Whether the batches of a partition are likely to have repeated events, or ones of erased persons. Where they are not,
 * asking the store for them before each batch costs more than a batch now and then that is folded twice.
 */
export interface Wariness {
  isWary(): boolean;
  /** To be told of each batch: whether something of it was left out. */
  recorded(hadSome: boolean): void;
}

/** So many batches are asked for after one that had some. */
const BATCHES = 32;

export const createWariness = (): Wariness => {
  let left = 0;
  return {
    isWary: () => left > 0,
    recorded: (hadSome) => {
      left = hadSome ? BATCHES : Math.max(0, left - 1);
    },
  };
};
