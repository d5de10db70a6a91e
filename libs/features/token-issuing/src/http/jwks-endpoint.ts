import type { RequestHandler } from 'express';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { InTime } from './in-time.ts';

export interface JwksEndpointDeps {
  readonly signingKeys: SigningKeys;
  readonly inTime: InTime;
}

/** `GET /.well-known/jwks.json`: the public keys that access tokens are checked with. */
export const jwksEndpoint =
  ({ signingKeys, inTime }: JwksEndpointDeps): RequestHandler =>
  async (_request, response) => {
    const jwks = await inTime('reading the signing keys', signingKeys.jwks);
    response.set('Cache-Control', 'public, max-age=300').json(jwks);
  };
