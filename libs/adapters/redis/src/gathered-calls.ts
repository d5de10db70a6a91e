import type { Deadline } from '@kith/ports';
import type { BoundedCalls } from './bounded-calls.ts';

/** What the server says of some things, in their order; null where it does not say. */
export type GatheredCalls<T, R> = (deadline: Deadline, asked: readonly T[]) => Promise<readonly R[] | null>;

/** A caller that waits for what the server says of its things. */
interface Waiting<T, R> {
  readonly deadline: Deadline;
  readonly asked: readonly T[];
  readonly tell: (said: readonly R[] | null) => void;
}

/** So many keys hold the server up for some tens of microseconds. */
const MAX_KEYS = 512;

/**
 * One command, one reply and one timer for all that is asked within a turn of the event loop: each of them costs more
 * than the reading or writing.
 */
export const createGatheredCalls = <T, R>(
  calls: BoundedCalls,
  call: (asked: readonly T[]) => Promise<readonly R[]>,
): GatheredCalls<T, R> => {
  let waiting: Waiting<T, R>[] = [];
  let count = 0;
  const send = async (): Promise<void> => {
    const [callers, all] = [waiting, waiting.flatMap(({ asked }) => asked)];
    [waiting, count] = [[], 0];
    if (all.length === 0) return;
    const said = await calls.orElse(earliest(callers), null, () => call(all));
    let from = 0;
    for (const { asked, tell } of callers) tell(said?.slice(from, (from += asked.length)) ?? null);
  };
  return (deadline, asked) =>
    new Promise((tell) => {
      if (waiting.length === 0) setImmediate(() => void send());
      waiting.push({ deadline, asked, tell });
      count += asked.length;
      if (count >= MAX_KEYS) void send();
    });
};

/** Who is late already waits as long as the others: a call costs some milliseconds at most. */
const earliest = (callers: readonly Pick<Waiting<never, never>, 'deadline'>[]): Deadline => {
  const left = callers.map(({ deadline }) => deadline.remainingMs()).filter((ms) => ms > 0);
  const waitMs = Math.min(...left);
  return { remainingMs: () => (left.length === 0 ? 0 : waitMs) };
};
