import { createPublicKey, type KeyObject } from 'node:crypto';

/** A JSON Web Key as some issuer published it (RFC 7517). */
export interface PublishedKey {
  readonly kty?: string;
  readonly kid?: string;
  readonly use?: string;
  readonly alg?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
}

/** What `/.well-known/jwks.json` answers. */
export interface Jwks {
  readonly keys: readonly PublishedKey[];
}

/** A key, and the one algorithm that tokens may be signed with by it: never what a token says of itself. */
export interface VerifyingKey {
  readonly key: KeyObject;
  readonly algorithm: 'ES256' | 'RS256';
}

/** The keys by name that can verify an access token; keys of other kinds and uses are passed over. */
export const parseJwks = ({ keys }: Jwks): ReadonlyMap<string, VerifyingKey> =>
  new Map(
    keys.flatMap((key): [string, VerifyingKey][] => {
      const algorithm = algorithmOf(key);
      if (algorithm === null || typeof key.kid !== 'string') return [];
      return [[key.kid, { key: createPublicKey({ key: { ...key }, format: 'jwk' }), algorithm }]];
    }),
  );

const algorithmOf = (key: PublishedKey): VerifyingKey['algorithm'] | null => {
  const algorithm = algorithmOfKind(key);
  const { use = 'sig', alg = algorithm } = key;
  return use === 'sig' && alg === algorithm ? algorithm : null;
};

const algorithmOfKind = ({ kty, crv, x, y, n, e }: PublishedKey): VerifyingKey['algorithm'] | null => {
  if (kty === 'RSA' && areTexts(n, e)) return 'RS256';
  return kty === 'EC' && crv === 'P-256' && areTexts(x, y) ? 'ES256' : null;
};

const areTexts = (...members: readonly unknown[]): boolean =>
  members.every((member) => typeof member === 'string');
