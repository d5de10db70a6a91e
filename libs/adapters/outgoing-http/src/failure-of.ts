import { DeadlineExceeded, errorCode } from '@kith/platform';
import type { OutgoingOutcome } from '@kith/ports';
import { RefusedAddress } from './permitted-addresses.ts';
import { TooLarge, UnknownEncoding } from './read-answer.ts';
import { NOT_OPEN } from './target-of.ts';

type Failed = Extract<OutgoingOutcome, { readonly kind: 'failed' }>;

/** Node's code for a head beyond its limit. */
const HEAD_TOO_LARGE = 'HPE_HEADER_OVERFLOW';

/** A failed call; `origin` is all that is said of where it went: path and query may hold secrets. */
export const failed = (origin: string, why: Failed['why'], what: string): Failed => ({
  kind: 'failed',
  why,
  detail: `${origin}: ${what}`,
});

/** What an error of a call comes to. Of what it says only codes are passed on: messages may quote what was sent. */
export const failureOf = (origin: string, error: unknown): Failed => {
  if (error instanceof RefusedAddress) return failed(origin, 'refused', NOT_OPEN);
  if (error instanceof DeadlineExceeded) return failed(origin, 'tooLong', 'no whole answer in time');
  if (error instanceof TooLarge) return failed(origin, 'tooLarge', 'the answer is too large');
  if (error instanceof UnknownEncoding) {
    return failed(origin, 'unreachable', 'the answer came in an encoding that nobody asked for');
  }
  const code = errorCode(error);
  if (code === HEAD_TOO_LARGE) return failed(origin, 'tooLarge', 'the head of the answer is too large');
  return failed(origin, 'unreachable', code ?? 'the connection broke');
};
