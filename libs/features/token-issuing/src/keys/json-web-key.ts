import { createHash, type JsonWebKey, type KeyObject } from 'node:crypto';

/** How a key signs access tokens (RFC 7518 section 3.1): ECDSA on P-256, or RSA with PKCS #1 v1.5. */
export type KeyAlgorithm = 'ES256' | 'RS256';

/** What the public halves of all keys say (RFC 7517). */
interface NamedJwk<A extends KeyAlgorithm> {
  readonly use: 'sig';
  readonly alg: A;
  readonly kid: string;
}

interface EcJwk extends NamedJwk<'ES256'> {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

interface RsaJwk extends NamedJwk<'RS256'> {
  readonly kty: 'RSA';
  readonly n: string;
  readonly e: string;
}

/** The public half of a key that signs access tokens. */
export type Jwk = EcJwk | RsaJwk;

/** What `/.well-known/jwks.json` answers. */
export interface Jwks {
  readonly keys: readonly Jwk[];
}

/** A public key, named by its thumbprint (RFC 7638). Throws where no access token is signed by its like. */
export const jwkOf = (publicKey: KeyObject): Jwk => {
  const { kty, crv, x = '', y = '', n = '', e = '' }: JsonWebKey = publicKey.export({ format: 'jwk' });
  if (kty === 'RSA') return { kty, use: 'sig', alg: 'RS256', kid: thumbprint({ e, kty, n }), n, e };
  if (kty !== 'EC' || crv !== 'P-256') throw new Error('a signing key is neither RSA nor EC on P-256');
  return { kty, use: 'sig', alg: 'ES256', kid: thumbprint({ crv, kty, x, y }), crv, x, y };
};

/** The members that a key needs, in the order of their names, without white space. */
const thumbprint = (members: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url');
