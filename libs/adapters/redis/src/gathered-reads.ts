import type { Deadline } from '@kith/ports';
import type { BoundedCalls } from './bounded-calls.ts';
import type { RedisClient } from './redis-client.ts';

/** The values of keys, in their order; null where the server does not say. */
export type ReadKeys = (
  deadline: Deadline,
  keys: readonly string[],
) => Promise<readonly (string | null)[] | null>;

/** A caller that waits for the values of its keys. */
interface Waiting {
  readonly deadline: Deadline;
  readonly keys: readonly string[];
  readonly tell: (values: readonly (string | null)[] | null) => void;
}

/** So many keys hold the server up for some tens of microseconds. */
const MAX_KEYS = 512;

/**
 * One command, one reply and one timer for all that is asked within a turn of the event loop: each of them costs more
 * than the reading.
 */
export const createGatheredReads = (client: RedisClient, calls: BoundedCalls): ReadKeys => {
  const getAll = readerOf(client);
  let waiting: Waiting[] = [];
  let keyCount = 0;
  const send = async (): Promise<void> => {
    const [asked, keys] = [waiting, waiting.flatMap((one) => one.keys)];
    [waiting, keyCount] = [[], 0];
    if (keys.length === 0) return;
    const values = await calls.orElse(earliest(asked), null, () => getAll(keys));
    let from = 0;
    for (const { keys: own, tell } of asked) tell(values?.slice(from, (from += own.length)) ?? null);
  };
  return (deadline, keys) =>
    new Promise((tell) => {
      if (waiting.length === 0) setImmediate(() => void send());
      waiting.push({ deadline, keys, tell });
      keyCount += keys.length;
      if (keyCount >= MAX_KEYS) void send();
    });
};

/** Who is late already waits as long as the others: a call costs some milliseconds at most. */
const earliest = (asked: readonly Waiting[]): Deadline => {
  const left = asked.map(({ deadline }) => deadline.remainingMs()).filter((ms) => ms > 0);
  const waitMs = Math.min(...left);
  return { remainingMs: () => (left.length === 0 ? 0 : waitMs) };
};

/** One round trip: one command where all keys are in one place, several at once where they may not be. */
const readerOf = (client: RedisClient): ((keys: string[]) => Promise<readonly (string | null)[]>) =>
  client.isCluster ? (keys) => Promise.all(keys.map((key) => client.get(key))) : (keys) => client.mget(keys);
