import { afterAll, type afterEach } from 'vitest';

/** What has been begun and must end. */
export type Endings = {
  /** How something ends: to be told as soon as it has begun, before the next thing begins. */
  readonly push: (end: () => unknown) => void;
};

/** For what hangs, on a machine that is busy with other things, in milliseconds. */
const MAX_MS = 240_000;

/**
 * Ends after the tests of a suite, or after each test, what was begun, the last first; what fails to end keeps nothing
 * else from its end. Where a hook fails midway, what it had begun ends too, and the hook's fault is the only one that is
 * shown: nothing is asked to end that never began.
 */
export const useEndings = (after: typeof afterAll | typeof afterEach = afterAll): Endings => {
  const endings: (() => unknown)[] = [];
  after(async () => {
    const faults: unknown[] = [];
    for (const end of endings.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults);
  }, MAX_MS);
  return { push: (end) => void endings.push(end) };
};
