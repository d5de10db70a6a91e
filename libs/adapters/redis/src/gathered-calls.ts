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

export interface GatheredCallsOptions<T, R> {
  readonly calls: BoundedCalls;
  readonly call: (asked: readonly T[]) => Promise<readonly R[]>;
  /** How long what comes while a call is under way waits for its end, in milliseconds; 5 by default. */
  readonly holdMs?: number;
}

const HOLD_MS = 5;

/**
 * One command, one reply and one timer for all that is asked within a turn of the event loop, and for all that is asked
 * while such a call is under way: each of them costs more than the reading or writing. Whoever comes alone waits for
 * nobody, and nobody long for a call that hangs.
 */
export const createGatheredCalls = <T, R>(options: GatheredCallsOptions<T, R>): GatheredCalls<T, R> => {
  const { calls, call, holdMs = HOLD_MS } = options;
  let waiting: Waiting<T, R>[] = [];
  let count = 0;
  let underWay = 0;
  let held: NodeJS.Timeout | undefined;
  const send = async (): Promise<void> => {
    const [callers, all] = [waiting, waiting.flatMap(({ asked }) => asked)];
    [waiting, count] = [[], 0];
    clearTimeout(held);
    held = undefined;
    if (all.length === 0) return;
    underWay += 1;
    const said = await calls.orElse(earliest(callers), null, () => call(all));
    underWay -= 1;
    if (waiting.length > 0) setImmediate(() => void send());
    let from = 0;
    for (const { asked, tell } of callers) tell(said?.slice(from, (from += asked.length)) ?? null);
  };
  const sendLater = (): void => {
    if (underWay === 0) setImmediate(() => void send());
    else held = setTimeout(() => void send(), holdMs);
  };
  return (deadline, asked) =>
    new Promise((tell) => {
      if (waiting.length === 0) sendLater();
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
