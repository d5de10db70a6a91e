/** Integers from 1 to a most, the same for the same seed. */
export type Random = (most: number) => number;

/** A linear congruential generator with the constants of Numerical Recipes: enough to scatter kills. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * most);
  };
};
