import { createBackOff } from '@kith/platform';
import type { LoginFailures } from '@kith/ports';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Only failures of this last stretch count (docs/behaviour.md#the-offline-token-page). */
export const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
const TRIES_PER_PAIR = 5;
const TRIES_PER_ADDRESS = 50;
const TRIES_WITHOUT_DELAY = 5;
const delayAfter = createBackOff({ firstMs: SECOND_MS, maxMs: 5 * MINUTE_MS });

/** The failures within the window that stand against a try. */
export interface FailuresOfTry {
  /** Of this user name from this address. */
  readonly pair: LoginFailures;
  readonly address: LoginFailures;
  /** Of this user name from anywhere. */
  readonly username: LoginFailures;
}

/**
 * How many milliseconds must pass before the next try may be made; 0 where it may be made now. A pair of user name
 * and address has 5 tries in 15 minutes, an address 50; a user name that is tried from many places has to wait
 * longer after every failure, whatever the password.
 */
export const waitBeforeTry = (failures: FailuresOfTry, now: number): number =>
  Math.max(
    untilBelow(TRIES_PER_PAIR, failures.pair, now),
    untilBelow(TRIES_PER_ADDRESS, failures.address, now),
    growingDelay(failures.username, now),
  );

const untilBelow = (limit: number, { count, oldest }: LoginFailures, now: number): number =>
  count < limit ? 0 : Math.max(0, oldest + LOGIN_WINDOW_MS - now);

const growingDelay = ({ count, newest }: LoginFailures, now: number): number => {
  if (count < TRIES_WITHOUT_DELAY) return 0;
  const delay = delayAfter(count - TRIES_WITHOUT_DELAY + 1);
  return Math.max(0, newest + delay - now);
};
