import type { Deadline } from '../deadline.ts';

/** A request may spend this part of its time waiting; the rest is for the work itself, and for what takes longer than most. */
const PART = 1 / 3;

/** For how many milliseconds of what is left of its time a request may wait. */
export const patienceOf = (deadline: Deadline): number => deadline.remainingMs() * PART;
