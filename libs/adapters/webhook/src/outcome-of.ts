import type { OutgoingOutcome, SendOutcome } from '@kith/ports';
import { retryAfterMs } from './retry-after.ts';

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
