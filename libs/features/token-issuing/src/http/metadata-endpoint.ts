import type { RequestHandler } from 'express';
import type { SigningKeys } from '../keys/signing-keys.ts';
import { SCOPE } from '../tokens/access-token.ts';
import type { InTime } from './in-time.ts';

interface JwksEndpointDeps {
  readonly signingKeys: SigningKeys;
  readonly inTime: InTime;
}

/**
 * `GET /.well-known/oauth-authorization-server` (RFC 8414). There is no authorization endpoint, so no response type is
 * supported; the member is required all the same.
 */
export const metadataEndpoint = (publicUrl: string): RequestHandler => {
  const at = (path: string): string => `${publicUrl.replace(/\/+$/, '')}${path}`;
  const metadata = {
    issuer: publicUrl,
    token_endpoint: at('/auth/token'),
    token_endpoint_auth_methods_supported: ['none'],
    grant_types_supported: ['refresh_token'],
    response_types_supported: [],
    scopes_supported: SCOPE.split(' '),
    revocation_endpoint: at('/auth/revoke'),
    revocation_endpoint_auth_methods_supported: ['none'],
    introspection_endpoint: at('/auth/introspect'),
    introspection_endpoint_auth_methods_supported: ['Bearer'],
    jwks_uri: at('/.well-known/jwks.json'),
  };
  return (_request, response) => void response.set('Cache-Control', 'public, max-age=300').json(metadata);
};

/** `GET /.well-known/jwks.json`: the public keys that access tokens are checked with. */
export const jwksEndpoint =
  ({ signingKeys, inTime }: JwksEndpointDeps): RequestHandler =>
  async (_request, response) => {
    const jwks = await inTime('reading the signing keys', signingKeys.jwks);
    response.set('Cache-Control', 'public, max-age=300').json(jwks);
  };
