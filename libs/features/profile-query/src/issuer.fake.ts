import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Jwks } from './authentication/jwks.ts';

/** Issues access tokens as auth-token does, and wrong ones. */
export interface Issuer {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwks: Jwks;
  token(account: string, options?: jwt.SignOptions): string;
}

/** The second of which all tests tell. */
export const NOW_SECONDS = 1_800_000_000;

export const createIssuer = (kid = 'key-1'): Issuer => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    kid,
    privateKey,
    publicKey,
    jwks: { keys: [{ ...jwk, kid, use: 'sig', alg: 'RS256' }] },
    token: (account, options = {}) =>
      jwt.sign({ account, iat: NOW_SECONDS }, privateKey, {
        algorithm: 'RS256',
        keyid: kid,
        issuer: 'http://kith.test',
        audience: 'kith-graphql',
        subject: 'alice',
        expiresIn: 3_600,
        ...options,
      }),
  };
};
