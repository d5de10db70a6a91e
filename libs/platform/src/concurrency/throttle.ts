/** Whether something may be done now that is to be done now and then only. */
export type Throttle = (key?: string) => boolean;

/**
 * Allows one in `everyMs` milliseconds of the clock, which only goes forward; each key by itself. It remembers every key:
 * there must be a bounded number of them.
 */
export const createThrottle = (clock: () => number, everyMs: number): Throttle => {
  const next = new Map<string, number>();
  return (key = '') => {
    const now = clock();
    if (now < (next.get(key) ?? -Infinity)) return false;
    next.set(key, now + everyMs);
    return true;
  };
};
