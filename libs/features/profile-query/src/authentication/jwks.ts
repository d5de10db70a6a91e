import { createPublicKey, type KeyObject } from 'node:crypto';

/** A JSON Web Key as some issuer published it (RFC 7517). */
export interface PublishedKey {
  readonly kty?: string;
  readonly kid?: string;
  readonly use?: string;
  readonly alg?: string;
  readonly n?: string;
  readonly e?: string;
}

/** What `/.well-known/jwks.json` answers. */
export interface Jwks {
  readonly keys: readonly PublishedKey[];
}

/** The keys by name that can verify an access token; keys of other kinds and uses are passed over. */
export const parseJwks = ({ keys }: Jwks): ReadonlyMap<string, KeyObject> => {
  const usable = keys.filter(isForRs256);
  return new Map(usable.map((key) => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]));
};

const isForRs256 = (key: PublishedKey): key is PublishedKey & { kid: string } =>
  key.kty === 'RSA' &&
  typeof key.kid === 'string' &&
  (key.use === undefined || key.use === 'sig') &&
  (key.alg === undefined || key.alg === 'RS256');
