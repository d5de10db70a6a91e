import { type Deadline } from '../concurrency/deadline.ts';

/** Some work takes several times as long as most: so much is left for it. */
const TIMES = 5;
/** Parts of what is left of a request's time. */
const MIN_PART = 1 / 3;
const MAX_PART = 3 / 4;

/** For how many milliseconds of what is left of its time a request may wait, where its work takes about `workMs`. */
export const timeToWait = (deadline: Deadline, workMs: number): number => {
  const leftMs = deadline.remainingMs();
  return Math.max(leftMs * MIN_PART, Math.min(leftMs * MAX_PART, leftMs - TIMES * workMs));
};
