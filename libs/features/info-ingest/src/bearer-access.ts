import { createHash, timingSafeEqual } from 'node:crypto';
import { problemKind } from '@kith/contracts';
import { Problem } from '@kith/platform';

/** Lets a request pass by its `Authorization` header, or throws a 401 `Problem`. */
export type AccessCheck = (authorization: string | undefined) => void;

/**
 * Asks callers for one of the bearer keys of `access: { keyFile }` (docs/behaviour.md#keys-of-callers). Only hashes are
 * kept and compared, each of them every time: the time tells nothing about a key.
 */
export const createAccessCheck = (keys: readonly string[]): AccessCheck => {
  const hashes = keys.map(hashOf);
  return (authorization) => {
    const given = BEARER.exec(authorization ?? '')?.[1];
    if (given === undefined) throw unauthorized(authorization === undefined ? 'Bearer' : WRONG);
    const hash = hashOf(given);
    if (hashes.filter((own) => timingSafeEqual(own, hash)).length === 0) throw unauthorized(WRONG);
  };
};

const BEARER = /^Bearer +(\S+)$/i;
const WRONG = 'Bearer error="invalid_token"';

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const unauthorized = (challenge: string): Problem =>
  new Problem(problemKind('unauthenticated'), {
    detail: 'This pipeline asks its callers for a bearer key.',
    headers: { 'WWW-Authenticate': challenge },
  });
