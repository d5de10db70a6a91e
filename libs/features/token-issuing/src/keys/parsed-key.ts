import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { SigningKey } from '@kith/ports';
import { jwkOf, type Jwk } from './json-web-key.ts';
import type { KeyMoments } from './key-schedule.ts';

/** A signing key, parsed. */
export interface ParsedKey extends KeyMoments {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Jwk;
}

/** Parses stored keys, each only once as long as it is among them. */
export const createKeyParser = (): ((stored: readonly SigningKey[]) => readonly ParsedKey[]) => {
  let parsed: readonly ParsedKey[] = [];
  return (stored) => {
    parsed = stored.map((key) => parsed.find(({ kid }) => kid === key.kid) ?? parse(key));
    return parsed;
  };
};

const parse = ({ kid, privateKey: pem, createdAt, signsFrom }: SigningKey): ParsedKey => {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  return { kid, privateKey, publicKey, jwk: { ...jwkOf(publicKey), kid }, createdAt, signsFrom };
};
