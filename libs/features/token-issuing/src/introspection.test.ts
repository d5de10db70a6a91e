import { beforeAll, describe, expect, test } from 'vitest';
import { deadlineIn } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import { fetchOfflineToken } from './browser.fake.ts';
import {
  ADMIN,
  ALICE,
  SERVICE_KEY,
  startTokenIssuing,
  type TokenIssuingServer,
} from './token-issuing-server.fake.ts';

type Answer = Readonly<Record<string, unknown>>;

let server: TokenIssuingServer;
let refreshToken: string;
const endings = useEndings();
beforeAll(async () => {
  server = await startTokenIssuing();
  endings.push(() => server.close());
  refreshToken = await fetchOfflineToken(server.url, ALICE);
});

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: 'POST', headers, body: new URLSearchParams(fields) });

const introspect = async (token: string): Promise<Answer> => {
  const response = await post('/auth/introspect', { token }, { authorization: `Bearer ${SERVICE_KEY}` });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (await response.json()) as Answer;
};

const accessTokenOf = async (token = refreshToken): Promise<string> => {
  const answer = (await (await post('/auth/token', { refresh_token: token })).json()) as Answer;
  return String(answer['access_token']);
};

describe('a service learns', () => {
  test('whose an access token is, and until when', async () => {
    const now = server.world.now / 1_000;
    expect(await introspect(await accessTokenOf())).toEqual({
      active: true,
      token_type: 'Bearer',
      scope: 'offline_access profile',
      sub: 'alice',
      username: 'alice',
      account: 'demo',
      sid: expect.any(String),
      iss: 'http://kith.test',
      aud: 'kith-graphql',
      iat: now,
      exp: now + 3_600,
      jti: expect.any(String),
    });
  });

  test('whose a refresh token is', async () => {
    expect(await introspect(refreshToken)).toEqual({
      active: true,
      scope: 'offline_access profile',
      sub: 'alice',
      username: 'alice',
      account: 'demo',
      sid: expect.any(String),
      iss: 'http://kith.test',
      iat: server.world.now / 1_000,
    });
  });

  test('nothing of a token that has expired, was altered, or is none', async () => {
    const token = await accessTokenOf();
    const [header = '', , signature = ''] = token.split('.');
    const claims = Buffer.from('{"account":"other","exp":9999999999}').toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const wrong = [`${header}.${claims}.${signature}`, `${none}.${claims}.`, 'x', 'a.b.c'];
    for (const one of wrong) expect(await introspect(one)).toEqual({ active: false });
    for (const end of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const one = token.slice(0, -1) + end;
      expect([one, (await introspect(one))['active']]).toEqual([one, one === token]);
    }
    server.world.now += 3_600_000;
    expect(await introspect(token)).toEqual({ active: false });
    server.world.now -= 3_600_000;
  });

  test('at once that an access token came from a refresh token that was revoked', async () => {
    const token = await fetchOfflineToken(server.url, ALICE);
    const accessToken = await accessTokenOf(token);
    await post('/auth/revoke', { token });
    expect([await introspect(token), await introspect(accessToken)]).toEqual([
      { active: false },
      { active: false },
    ]);
  });

  test('at once that the user is gone', async () => {
    const bob = { account: 'demo', username: 'bob', password: 'p' };
    await server.issuing.users.add(deadlineIn(60_000), { ...bob, caller: ADMIN });
    const accessToken = await accessTokenOf(await fetchOfflineToken(server.url, bob));
    await server.issuing.users.remove(deadlineIn(60_000), { ...bob, caller: ADMIN });
    expect(await introspect(accessToken)).toEqual({ active: false });
  });
});

describe('who shows no key of a service learns nothing:', () => {
  test.each<[string, Record<string, string>, string]>([
    ['no key', {}, 'Bearer'],
    ['another key', { authorization: `Bearer ${'x'.repeat(32)}` }, 'Bearer error="invalid_token"'],
    [
      'a part of the key',
      { authorization: `Bearer ${SERVICE_KEY.slice(1)}` },
      'Bearer error="invalid_token"',
    ],
    ['another scheme', { authorization: `Basic ${SERVICE_KEY}` }, 'Bearer error="invalid_token"'],
  ])('%s', async (_, headers, challenge) => {
    const response = await post('/auth/introspect', { token: refreshToken }, headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(challenge);
    expect(await response.json()).toEqual({
      error: 'invalid_client',
      error_description: expect.any(String),
      error_uri: '/problems#invalid_client',
    });
  });

  test('a token of the analyst is no key', async () => {
    const headers = { authorization: `Bearer ${refreshToken}` };
    expect((await post('/auth/introspect', { token: refreshToken }, headers)).status).toBe(401);
  });
});

test('an introspection without a token is an invalid request', async () => {
  const response = await post('/auth/introspect', {}, { authorization: `Bearer ${SERVICE_KEY}` });
  expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('a service may still show a key that is no longer the first', async () => {
  const secrets = {
    refreshToken: ['r'.repeat(32)],
    login: ['l'.repeat(32)],
    introspection: ['n'.repeat(32), SERVICE_KEY],
  };
  const later = await startTokenIssuing({ secrets });
  const answer = await fetch(`${later.url}/auth/introspect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SERVICE_KEY}` },
    body: new URLSearchParams({ token: 'x' }),
  });
  expect([answer.status, await answer.json()]).toEqual([200, { active: false }]);
  await later.close();
});

test('clients find everything at the well-known address (RFC 8414)', async () => {
  const response = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({
    issuer: 'http://kith.test',
    token_endpoint: 'http://kith.test/auth/token',
    token_endpoint_auth_methods_supported: ['none'],
    grant_types_supported: ['refresh_token'],
    response_types_supported: [],
    scopes_supported: ['offline_access', 'profile'],
    revocation_endpoint: 'http://kith.test/auth/revoke',
    revocation_endpoint_auth_methods_supported: ['none'],
    introspection_endpoint: 'http://kith.test/auth/introspect',
    introspection_endpoint_auth_methods_supported: ['Bearer'],
    jwks_uri: 'http://kith.test/.well-known/jwks.json',
  });
});
