import { CHANGES_TOPIC } from '@kith/contracts';
import { pause } from '@kith/platform';
import type { Backlog } from '../delivering/retry-runner.ts';

/** How much a destination may hold before it takes no more; the log holds the rest. */
export interface Capacity {
  readonly waiting: number;
  readonly failed: number;
}

export const DEFAULT_CAPACITY: Capacity = { waiting: 10_000, failed: 100_000 };

const LOOK_MS = 250;

/** Changes may bring removals, which what failed must not hold up, and which get as much room again. */
export const hasCapacity = (topic: string, backlog: Backlog, capacity: Capacity): boolean =>
  topic === CHANGES_TOPIC
    ? backlog.waiting < 2 * capacity.waiting
    : backlog.waiting < capacity.waiting && backlog.failed < capacity.failed;

/** Ends when there is room for more of the topic; throws where the destination is to be left alone. */
export const untilCapacity = async (
  topic: string,
  backlog: Backlog,
  capacity: Capacity,
  stopping: AbortSignal,
): Promise<void> => {
  while (!stopping.aborted && !hasCapacity(topic, backlog, capacity)) await pause(LOOK_MS, stopping);
  stopping.throwIfAborted();
};
