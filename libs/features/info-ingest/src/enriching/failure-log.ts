import type { Logger } from '@kith/platform';

/** How often a step's failures are told, in milliseconds. */
const EVERY_MS = 60_000;

/** Tells the log now and then why a step fails: who asks may ask a thousand times a second. */
export type FailureLog = (pipeline: string, step: string, why: string) => void;

/** `clock` in milliseconds; it only goes forward. There are no more steps than the configuration names. */
export const createFailureLog = (logger: Pick<Logger, 'warn'>, clock: () => number): FailureLog => {
  const next = new Map<string, number>();
  return (pipeline, step, why) => {
    const key = JSON.stringify([pipeline, step]);
    if (clock() < (next.get(key) ?? 0)) return;
    next.set(key, clock() + EVERY_MS);
    logger.warn({ pipeline, step, why }, 'an external system gives no answer that counts');
  };
};
