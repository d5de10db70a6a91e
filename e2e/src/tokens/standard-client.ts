import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyResult } from 'jose';
import * as oauth from 'oauth4webapi';

/** What an OAuth library that knows nothing of Kith does with it, from the address of the issuer alone. */
export type StandardClient = {
  readonly server: oauth.AuthorizationServer;
  /** Exchanges a refresh token; rejects with the library's own error where it is refused. */
  readonly refresh: (refreshToken: string) => Promise<oauth.TokenEndpointResponse>;
  readonly revoke: (token: string) => Promise<void>;
  /** Asks as a service that has this key. */
  readonly introspect: (token: string, key: string) => Promise<oauth.IntrospectionResponse>;
  /** Verifies an access token by the published keys, as graphql-query does. */
  readonly verify: (accessToken: string) => Promise<JWTVerifyResult>;
};

const client: oauth.Client = { client_id: 'an-analyst' };

/** `issuer` is the address that Kith is published under, by https; `url` is where it listens. */
export const discover = async (issuer: string, url: string): Promise<StandardClient> => {
  const proxy = proxyTo(issuer, url);
  const http = { [oauth.customFetch]: proxy };
  const address = new URL(issuer);
  const found = await oauth.discoveryRequest(address, { ...http, algorithm: 'oauth2' });
  const server = await oauth.processDiscoveryResponse(address, found);
  const keys = createRemoteJWKSet(new URL(server.jwks_uri ?? ''), { [customFetch]: proxy });
  return {
    server,
    refresh: async (refreshToken) => {
      const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, http);
      return oauth.processRefreshTokenResponse(server, client, answer);
    },
    revoke: async (token) => {
      const answer = await oauth.revocationRequest(server, client, oauth.None(), token, http);
      await oauth.processRevocationResponse(answer);
    },
    introspect: async (token, key) => {
      const answer = await oauth.introspectionRequest(server, client, bearer(key), token, http);
      return oauth.processIntrospectionResponse(server, client, answer);
    },
    verify: (accessToken) =>
      jwtVerify(accessToken, keys, {
        issuer: server.issuer,
        audience: 'kith-graphql',
        algorithms: ['ES256'],
      }),
  };
};

/** What a proxy in front of Kith does: it takes https and hands on http. */
const proxyTo =
  (issuer: string, url: string) =>
  (address: string, init: object): Promise<Response> =>
    fetch(address.replace(issuer, url), init);

const bearer =
  (key: string): oauth.ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', `Bearer ${key}`);

/** The key that standalone made for services. */
export const serviceKeyIn = async (dataDir: string): Promise<string> => {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  return secrets['introspection']?.[0] ?? '';
};
