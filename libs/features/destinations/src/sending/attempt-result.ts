import type { SendOutcome } from '@kith/ports';
import { type DestinationBreaker } from './destination-breaker.ts';

/** What came of one try to deliver something. */
export type Tried =
  | { readonly kind: 'delivered' }
  /** Not for this destination, or not any more. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'retry'; readonly why: string; readonly afterMs?: number }
  | { readonly kind: 'refused'; readonly why: string };

export const DROPPED: Tried = { kind: 'dropped' };

/** The process is ending, or the destination was paused: it waits for whoever takes care of it next. */
export const INTERRUPTED: Tried = { kind: 'retry', why: 'it was interrupted' };

/** Of the destination: it answers or not, whatever it says of the parcel. */
export const noteAnswer = (
  breaker: Pick<DestinationBreaker, 'succeeded' | 'failed'>,
  outcome: SendOutcome,
): SendOutcome => {
  if (outcome.kind === 'retry') breaker.failed(outcome.why, outcome.afterMs);
  else breaker.succeeded();
  return outcome;
};
