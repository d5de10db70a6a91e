import { setImmediate } from 'node:timers/promises';
import type { AccountName } from '@kith/domain/pipeline';
import type { Expiring, GoOn } from './expiring.ts';

/** So few at once that nobody who waits for the same store notices. */
const EVENTS_PER_STEP = 250;

/** Removes the events of an account that were received before, step by step; how many it were. */
export const expireEvents = async (
  { expiry, callDeadline, metrics }: Expiring,
  account: AccountName,
  receivedBefore: number,
  goOn: GoOn,
): Promise<number> => {
  let all = 0;
  while (goOn()) {
    const scope = { account, deadline: callDeadline() };
    const removed = await expiry.removeEvents(scope, receivedBefore, EVENTS_PER_STEP);
    metrics.expired('event', removed);
    all += removed;
    if (removed < EVENTS_PER_STEP) break;
    await setImmediate();
  }
  return all;
};
