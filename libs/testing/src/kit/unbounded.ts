import type { Admission } from '@kith/platform';

/** Lets everything in at once: for what is tried without the bounds of a server. */
export const UNBOUNDED: Admission = {
  check: () => undefined,
  run: (_deadline, work) => work(),
  admit: (_deadline, work) => work(),
};
