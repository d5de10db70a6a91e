import type { AccountRules, Retention } from './account-rules.ts';

const DAY_MS = 24 * 3_600_000;

/** The log keeps no record for longer, and neither a dead letter, in milliseconds. */
export const LOG_RETENTION_MS = 7 * DAY_MS;

/** What holds where an account says nothing (docs/behaviour.md#expiry). */
export const DEFAULT_RETENTION: Retention = {
  eventsMs: 395 * DAY_MS,
  visitorsMs: 395 * DAY_MS,
  deadLettersMs: LOG_RETENTION_MS,
};

/**
 * For how long dead letters are kept, in milliseconds. All accounts share their topic, and of a record that nobody
 * understands nobody knows whose it is: the shortest time of all accounts holds.
 */
export const deadLetterRetention = (accounts: Iterable<Pick<AccountRules, 'retention'>>): number =>
  Math.min(LOG_RETENTION_MS, ...Array.from(accounts, ({ retention }) => retention.deadLettersMs));

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * How long to wait before looking again for what has expired, in milliseconds: a minute, and less where an account
 * keeps something for less than an hour.
 */
export const pauseBetweenSweeps = (accounts: Iterable<Pick<AccountRules, 'retention'>>): number => {
  const shortest = Math.min(
    ...Array.from(accounts, ({ retention }) => Math.min(retention.eventsMs, retention.visitorsMs)),
  );
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, shortest / 60));
};
