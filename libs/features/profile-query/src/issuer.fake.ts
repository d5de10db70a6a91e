import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Jwks, VerifyingKey } from './authentication/jwks.ts';

export type Algorithm = VerifyingKey['algorithm'];

/** Issues access tokens as auth-token does, and wrong ones. */
export interface Issuer {
  readonly algorithm: Algorithm;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwks: Jwks;
  token(account: string, options?: jwt.SignOptions): string;
}

/** The second of which all tests tell. */
export const NOW_SECONDS = 1_800_000_000;

type KeyPair = Pick<Issuer, 'privateKey' | 'publicKey'>;

/** Making an RSA key takes longer than most tests: each is made once in a worker. */
const keyPairs = new Map<string, KeyPair>();
const rsaKeyPair = (name: string): KeyPair => {
  const pair = keyPairs.get(name) ?? generateKeyPairSync('rsa', { modulusLength: 2_048 });
  keyPairs.set(name, pair);
  return pair;
};

const keyPairOf = (algorithm: Algorithm, name: string): KeyPair =>
  algorithm === 'RS256' ? rsaKeyPair(name) : generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** `keyName` chooses another key than the one of that id. */
export const createIssuer = (
  kid = 'key-1',
  { algorithm = 'ES256', keyName = kid }: { algorithm?: Algorithm; keyName?: string } = {},
): Issuer => {
  const { privateKey, publicKey } = keyPairOf(algorithm, keyName);
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    algorithm,
    kid,
    privateKey,
    publicKey,
    jwks: { keys: [{ ...jwk, kid, use: 'sig', alg: algorithm }] },
    token: (account, options = {}) =>
      jwt.sign({ account, iat: NOW_SECONDS }, privateKey, {
        algorithm,
        keyid: kid,
        issuer: 'http://kith.test',
        audience: 'kith-graphql',
        subject: 'alice',
        expiresIn: 3_600,
        ...options,
      }),
  };
};
