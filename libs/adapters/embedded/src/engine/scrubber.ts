import type { Environment } from './environment.ts';
import { createScrub } from './scrub.ts';
import { NO_DEADLINE, pause, type Signal } from '@kith/platform';
import type { StoreCollections } from './store-collections.ts';

/** How long a scrub that failed waits, in milliseconds. */
const AGAIN_MS = 60_000;
/** After each scrub the store rests for so many times as long as it took: in a large one, a tenth of the time goes there. */
const REST_FACTOR = 9;
const WANTED = ['wanted'];

/** Scrubs the file of the store in the background, whenever the last of an erased person may have gone. */
export interface Scrubber {
  /** Resolves when nothing that was asked for is outstanding. */
  idle(): Promise<void>;
  /** What is not done by then is done at the next start. */
  stop(): Promise<void>;
}

/** Asks for a scrub; to be called in the write transaction that ends a removal, before `wanted` is notified. */
export const wantScrub = (store: StoreCollections): void =>
  store.scrubs.put(WANTED, (store.scrubs.get(WANTED) ?? 0) + 1);

/** Begins with what an earlier process left. */
export const startScrubber = (
  environment: Environment,
  store: StoreCollections,
  wanted: Signal,
  onError: (error: unknown, attempt: number) => void,
): Scrubber => {
  const scrub = createScrub(environment);
  const stop = new AbortController();
  const round = async (asked: number): Promise<void> => {
    if (!(await scrub(stop.signal))) return;
    await environment.write(NO_DEADLINE, () => {
      if (store.scrubs.get(WANTED) === asked) store.scrubs.remove(WANTED);
    });
  };
  let restUntil = 0;
  const roundOrRest = async (asked: number, attempt: number): Promise<boolean> => {
    const begun = performance.now();
    try {
      await round(asked);
      restUntil = performance.now() + (performance.now() - begun) * REST_FACTOR;
      return true;
    } catch (error) {
      onError(error, attempt);
      restUntil = performance.now() + AGAIN_MS;
      return false;
    }
  };
  const isStopped = (): boolean => stop.signal.aborted;
  const work = async (): Promise<void> => {
    for (let attempt = 1; store.scrubs.has(WANTED) && !stop.signal.aborted;) {
      await pause(Math.max(0, restUntil - performance.now()), stop.signal);
      const asked = store.scrubs.get(WANTED);
      if (asked === undefined || isStopped()) return;
      attempt = (await roundOrRest(asked, attempt)) ? 1 : attempt + 1;
    }
  };
  let underway = work();
  const end = wanted.listen(() => {
    underway = underway.then(work);
  });
  return {
    idle: () => underway,
    stop: async () => {
      end();
      stop.abort();
      await underway;
    },
  };
};
