import { randomUUID } from 'node:crypto';
import { DEAD_LETTER_TOPIC } from '@kith/contracts';
import { deadLetterRetention, pauseBetweenSweeps, type AccountRules } from '@kith/domain/pipeline';
import { startWakeableLoop } from '@kith/platform';
import { expireEvents } from './expire-events.ts';
import { expireVisitors } from './expire-visitors.ts';
import type { Expiring, GoOn } from './expiring.ts';

/** How often somebody looks whether it is time for a sweep, in milliseconds. */
const TICK_MS = 1_000;
/** For how long one account is worked on before others get their turn, in milliseconds. */
const ACCOUNT_MS = 30_000;

/**
 * Removes what has expired, at start, then again and again, and at once when the configuration has changed. Of several
 * processes one does so at a time. A stop waits for the step at hand only.
 */
export const startExpiryRunner = (parts: Expiring): { stop(): Promise<void> } => {
  const { accounts, clock } = parts;
  const holder = randomUUID();
  let isStopped = false;
  let last: { readonly at: number; readonly of: readonly AccountRules[] } | null = null;
  const isDue = (): boolean =>
    last?.of !== accounts.current() || clock() - last.at >= pauseBetweenSweeps(last.of);
  const sweep = async (): Promise<void> => {
    const of = accounts.current();
    await sweepOnce(parts, of, holder, () => !isStopped);
    last = { at: clock(), of };
  };
  const loop = startWakeableLoop({
    turn: async () => {
      if (isDue()) await sweep();
      return TICK_MS;
    },
  });
  return {
    stop: () => {
      isStopped = true;
      return loop.stop();
    },
  };
};

const sweepOnce = async (
  parts: Expiring,
  accounts: readonly AccountRules[],
  holder: string,
  goOn: GoOn,
): Promise<void> => {
  const { expiry, letters, callDeadline, logger, metrics, clock } = parts;
  const turnMs = ACCOUNT_MS + pauseBetweenSweeps(accounts);
  try {
    await keepDeadLetters(parts, accounts);
    await letters.removeLettersBefore(callDeadline(), clock() - deadLetterRetention(accounts));
    for (const account of accounts) {
      if (!goOn() || !(await expiry.takeTurn(callDeadline(), holder, turnMs))) return;
      await sweepAccount(parts, account, goOn);
    }
    metrics.swept(clock());
  } catch (error) {
    logger.warn({ error }, 'what has expired waits for its removal: the store does not answer');
  }
};

const sweepAccount = async (
  parts: Expiring,
  { name: account, retention }: AccountRules,
  goOn: GoOn,
): Promise<void> => {
  const now = parts.clock();
  const isTime = (): boolean => goOn() && parts.clock() - now < ACCOUNT_MS;
  const isFirstHalf = (): boolean => goOn() && parts.clock() - now < ACCOUNT_MS / 2;
  const expireSome = (mayGoOn: GoOn) => expireEvents(parts, account, now - retention.eventsMs, mayGoOn);
  // However many events wait, visitors have half of the time; what they leave of it goes to the events.
  const first = await expireSome(isFirstHalf);
  const visitors = await expireVisitors(parts, account, now - retention.visitorsMs, isTime);
  const events = first + (isFirstHalf() ? 0 : await expireSome(isTime));
  if (events + visitors > 0) {
    parts.logger.info({ account, events, visitors }, 'what the account no longer keeps was removed');
  }
  if (goOn() && !isTime()) {
    parts.logger.info({ account }, 'more has expired than could be removed by now: the next sweep goes on');
  }
};

/** The log may be away, or refuse: what the store keeps expires all the same. */
const keepDeadLetters = async (
  { log, callDeadline, logger }: Expiring,
  accounts: readonly AccountRules[],
): Promise<void> => {
  try {
    await log.keepFor(callDeadline(), DEAD_LETTER_TOPIC, deadLetterRetention(accounts));
  } catch (error) {
    logger.warn({ error, topic: DEAD_LETTER_TOPIC }, 'the retention of the dead letters could not be set');
  }
};
