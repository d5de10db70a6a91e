import type { OutgoingOutcome, SendOutcome } from '@kith/ports';

/** The longest that a receiver is believed, in milliseconds: a day. */
const MAX_MS = 24 * 60 * 60 * 1000;

/**
 * Answers after which the same message is never wanted: Gone, of which Standard Webhooks says that nothing more is to be
 * sent; and the two that are about this message alone, too large and not understood. All else, 400 to 404 with it, may be
 * mended at the receiver's side or in the configuration, and is tried again.
 */
const FINAL: ReadonlySet<number> = new Set([410, 413, 422]);

/** What the receiver's answer means (Standard Webhooks 1.0.0, Delivery success and failure). No body is passed on. */
export const outcomeOf = (outcome: OutgoingOutcome, now: number): SendOutcome => {
  if (outcome.kind === 'failed') return { kind: 'retry', why: outcome.detail };
  const { status, headers } = outcome;
  if (status >= 200 && status <= 299) return { kind: 'delivered' };
  const why = `answered with status ${status}`;
  if (FINAL.has(status)) return { kind: 'refused', why };
  const afterMs = retryAfterMs(headers['retry-after'], now);
  return { kind: 'retry', why, ...(afterMs === undefined ? {} : { afterMs }) };
};

/** Milliseconds until a `Retry-After`: seconds, or a date of HTTP. undefined where it says nothing that could be read. */
const retryAfterMs = (text: string | undefined, now: number): number | undefined => {
  const wanted = text === undefined ? Number.NaN : millisecondsIn(text.trim(), now);
  return Number.isNaN(wanted) ? undefined : Math.min(MAX_MS, Math.max(0, wanted));
};

const millisecondsIn = (text: string, now: number): number =>
  /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now;

/** Other forms that a program may read as a date are none. */
const httpDate = (text: string): number =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
