import { findExecutable } from '../../process/find-executable.ts';
import { autocannonLoad } from './autocannon.ts';
import type { LoadGenerator } from './load.ts';
import { createWrk } from './wrk.ts';

/** `wrk` where it is on the path, else `autocannon`; or the one that was asked for, if it is there. */
export const chooseGenerator = (wanted?: LoadGenerator['name']): LoadGenerator | undefined => {
  if (wanted === 'autocannon') return autocannonLoad;
  const wrk = findExecutable(['wrk']);
  if (wrk !== undefined) return createWrk(wrk);
  return wanted === undefined ? autocannonLoad : undefined;
};
