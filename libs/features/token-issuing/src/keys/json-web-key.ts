import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** The public half of a key that signs access tokens (RFC 7517). */
export interface Jwk {
  readonly kty: 'RSA';
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

/** What `/.well-known/jwks.json` answers. */
export interface Jwks {
  readonly keys: readonly Jwk[];
}

/** The public half of an RSA key, named by its thumbprint. */
export const jwkOf = (key: KeyObject): Jwk => {
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid: thumbprint(n, e), n, e };
};

/** RFC 7638: the members in this order, without white space. */
const thumbprint = (n: string, e: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
