import { beforeAll } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Kith, KithHome } from './kith.ts';

/** How long a start may take where databases start too, in milliseconds. */
const START_MS = 240_000;

/** Starts a Kith before the tests of a suite and clears it away after them. */
export const useKith = (newHome: () => Promise<KithHome>): (() => Kith) => {
  let kith: Kith;
  const endings = useEndings();
  beforeAll(async () => {
    const home = await newHome();
    endings.push(home.remove);
    kith = await home.start();
    endings.push(kith.stop);
  }, START_MS);
  return () => kith;
};
