import { setImmediate } from 'node:timers/promises';
import { DEAD_LETTER_TOPIC } from '@kith/contracts';
import {
  deadLetterRetention,
  pauseBetweenSweeps,
  type AccountName,
  type AccountRules,
} from '@kith/domain/pipeline';
import { startWakeableLoop, type Live, type Logger } from '@kith/platform';
import type { DeadLetterStore, LogRetention } from '@kith/ports';
import { expireVisitors, type GoOn, type VisitorExpiryDeps } from './expire-visitors.ts';

/** How often somebody looks whether it is time for a sweep, in milliseconds. */
const TICK_MS = 1_000;
/** For how long one account is worked on before others get their turn, in milliseconds. */
const ACCOUNT_MS = 30_000;
/** So few at once that nobody who waits for the same store notices. */
const EVENTS_PER_STEP = 250;

export interface ExpiryDeps extends VisitorExpiryDeps {
  /** What this process is called among those that take turns. */
  readonly holder: string;
  readonly deadLetters: Pick<DeadLetterStore, 'removeBefore'>;
  readonly log: LogRetention;
  readonly accounts: Live<readonly AccountRules[]>;
  readonly logger: Logger;
}

/**
 * Removes what has expired, at start, then again and again, and at once when the configuration has changed. Of several
 * processes one does so at a time. A stop waits for the step at hand only.
 */
export const startExpiryRunner = (deps: ExpiryDeps): { stop(): Promise<void> } => {
  const { accounts, clock } = deps;
  let isStopped = false;
  let last: { readonly at: number; readonly of: readonly AccountRules[] } | null = null;
  const isDue = (): boolean =>
    last?.of !== accounts.current() || clock() - last.at >= pauseBetweenSweeps(last.of);
  const sweep = async (): Promise<void> => {
    const of = accounts.current();
    await sweepOnce(deps, of, () => !isStopped);
    last = { at: clock(), of };
  };
  const loop = startWakeableLoop({
    turn: async () => {
      if (isDue()) await sweep();
      return TICK_MS;
    },
  });
  return {
    stop: async () => {
      isStopped = true;
      await loop.stop();
    },
  };
};

const sweepOnce = async (deps: ExpiryDeps, accounts: readonly AccountRules[], goOn: GoOn): Promise<void> => {
  const { expiry, deadLetters, callDeadline, holder, logger, metrics, clock } = deps;
  const turnMs = ACCOUNT_MS + pauseBetweenSweeps(accounts);
  try {
    await keepDeadLetters(deps, accounts);
    await deadLetters.removeBefore(callDeadline(), clock() - deadLetterRetention(accounts));
    for (const account of accounts) {
      if (!goOn() || !(await expiry.takeTurn(callDeadline(), holder, turnMs))) return;
      await sweepAccount(deps, account, goOn);
    }
    metrics.swept(clock());
  } catch (error) {
    logger.warn({ error }, 'what has expired waits for its removal: the store does not answer');
  }
};

const sweepAccount = async (
  deps: ExpiryDeps,
  { name: account, retention }: AccountRules,
  goOn: GoOn,
): Promise<void> => {
  const now = deps.clock();
  const isTime = (): boolean => goOn() && deps.clock() - now < ACCOUNT_MS;
  const isFirstHalf = (): boolean => goOn() && deps.clock() - now < ACCOUNT_MS / 2;
  const expireSome = (mayGoOn: GoOn) => expireEvents(deps, account, now - retention.eventsMs, mayGoOn);
  // However many events wait, visitors have half of the time; what they leave of it goes to the events.
  const first = await expireSome(isFirstHalf);
  const visitors = await expireVisitors(deps, {
    account,
    seenBefore: now - retention.visitorsMs,
    goOn: isTime,
  });
  const events = first + (isFirstHalf() ? 0 : await expireSome(isTime));
  if (events + visitors > 0) {
    deps.logger.info({ account, events, visitors }, 'what the account no longer keeps was removed');
  }
  if (goOn() && !isTime()) {
    deps.logger.info({ account }, 'more has expired than could be removed by now: the next sweep goes on');
  }
};

/** The log may be away, or refuse: what the store keeps expires all the same. */
const keepDeadLetters = async (
  { log, callDeadline, logger }: ExpiryDeps,
  accounts: readonly AccountRules[],
): Promise<void> => {
  try {
    await log.keepFor(callDeadline(), DEAD_LETTER_TOPIC, deadLetterRetention(accounts));
  } catch (error) {
    logger.warn({ error, topic: DEAD_LETTER_TOPIC }, 'the retention of the dead letters could not be set');
  }
};

/** Removes the events of an account that were received before, step by step; how many it were. */
const expireEvents = async (
  { expiry, callDeadline, metrics }: ExpiryDeps,
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
