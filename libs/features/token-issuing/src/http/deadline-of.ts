import type { Deadline } from '@kith/ports';

/** The deadline of a request that begins now. */
export type DeadlineOf = () => Deadline;
