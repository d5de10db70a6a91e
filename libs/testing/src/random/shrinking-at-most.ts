/**
 * A predicate for one property of fast-check that looks for smaller counterexamples at most so many times: a bound on
 * the time would make the verdict depend on the load. What comes after the bound counts as good, which ends the search.
 */
export const shrinkingAtMost = <Args extends readonly unknown[]>(
  tries: number,
  predicate: (...args: Args) => Promise<void>,
): ((...args: Args) => Promise<void>) => {
  let left = Infinity;
  return async (...args) => {
    if (left === 0) return;
    left -= 1;
    try {
      await predicate(...args);
    } catch (error) {
      left = Math.min(left, tries);
      throw error;
    }
  };
};
