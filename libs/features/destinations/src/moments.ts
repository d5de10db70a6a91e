/** Epoch milliseconds, later each time than the time before: what is named after one is named after nothing else. */
export const createMoments = (clock: () => number): (() => number) => {
  let last = -Infinity;
  return () => (last = Math.max(clock(), last + 1));
};
