import { CHANGES_TOPIC } from '@kith/contracts';
import { pause } from '@kith/platform';

/** How much a destination may hold before it takes no more; the log holds the rest. */
export interface Room {
  readonly waiting: number;
  readonly failed: number;
}

export const USUAL_ROOM: Room = { waiting: 10_000, failed: 100_000 };

/** What a destination holds, as far as this process knows. */
export interface Held {
  waiting: number;
  failed: number;
}

const LOOK_MS = 250;

/** Changes may bring removals, which what was laid aside must not hold up, and which get as much room again. */
export const hasRoom = (topic: string, held: Held, room: Room): boolean =>
  topic === CHANGES_TOPIC
    ? held.waiting < 2 * room.waiting
    : held.waiting < room.waiting && held.failed < room.failed;

/** Ends when there is room for more of the topic; throws where the destination is to be left alone. */
export const untilRoom = async (
  topic: string,
  held: Held,
  room: Room,
  stopping: AbortSignal,
): Promise<void> => {
  while (!stopping.aborted && !hasRoom(topic, held, room)) await pause(LOOK_MS, stopping);
  stopping.throwIfAborted();
};
