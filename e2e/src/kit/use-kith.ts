import { afterAll, beforeAll, vi } from 'vitest';
import type { Kith, KithHome } from './kith.ts';

/** How long a start may take where databases start too, in milliseconds. */
const START_MS = 240_000;
const STOP_MS = 120_000;
/** How long one test may take on a machine that is busy with other things, in milliseconds. */
const TEST_MS = 60_000;

/** Starts a Kith before the tests of a suite and clears it away after them. */
export const useKith = (newHome: () => Promise<KithHome>): (() => Kith) => {
  vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS });
  let kith: Kith;
  /** What has been begun must end, also where the rest could not begin. */
  const endings: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const home = await newHome();
    endings.push(home.remove);
    kith = await home.start();
    endings.push(kith.stop);
  }, START_MS);
  afterAll(async () => {
    for (const end of endings.reverse()) await end();
  }, STOP_MS);
  return () => kith;
};
