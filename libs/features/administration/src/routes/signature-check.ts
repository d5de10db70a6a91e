import type { IncomingHttpHeaders } from 'node:http';
import {
  parseSignature,
  problemKind,
  SIGNATURE_HEADER,
  SIGNATURE_TOLERANCE,
  signedParts,
} from '@kith/contracts';
import { Problem, type Keyring } from '@kith/platform';

export interface SignatureChecking {
  /** Holds the secret `resolver`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A call as it came. */
export interface SignedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const REFUSED = problemKind('signature_refused');

/** Throws a 401 where a call of the internal routes is not signed for this path, about now, by who holds the secret. */
export const mustBeSigned = (
  { keyring, clock }: SignatureChecking,
  { path, headers, body }: SignedCall,
): void => {
  const signature = parseSignature(headers[SIGNATURE_HEADER]);
  if (signature === null || Math.abs(clock() - signature.at) > SIGNATURE_TOLERANCE)
    throw new Problem(REFUSED);
  const { at, mac } = signature;
  if (!keyring.verify('resolver', mac, ...signedParts({ at, path, body }))) throw new Problem(REFUSED);
};
