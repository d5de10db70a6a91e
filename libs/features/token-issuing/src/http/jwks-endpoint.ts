import type { RequestHandler } from 'express';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { DeadlineOf } from './deadline-of.ts';

export interface JwksEndpointNeeds {
  readonly signingKeys: SigningKeys;
  readonly deadline: DeadlineOf;
}

/** `GET /.well-known/jwks.json`: the public keys that access tokens are checked with. */
export const jwksEndpoint =
  ({ signingKeys, deadline }: JwksEndpointNeeds): RequestHandler =>
  async (_request, response) => {
    const jwks = await signingKeys.jwks(deadline());
    response.set('Cache-Control', 'public, max-age=300').json(jwks);
  };
