import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import jwt from 'jsonwebtoken';
import { fetchOfflineToken } from './browser.fake.ts';
import {
  ADMIN,
  ALICE,
  SECRETS,
  startTokenIssuing,
  type TokenIssuingServer,
} from './token-issuing-server.fake.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const user = { username: ALICE.username, password: ALICE.password };

let server: TokenIssuingServer;
let refreshToken: string;
const endings = useEndings();
beforeAll(async () => {
  server = await startTokenIssuing();
  endings.push(() => server.close());
  refreshToken = await fetchOfflineToken(server.url, user);
});

type Fields = [string, string][] | Record<string, string>;
type Answer = Readonly<Record<string, unknown>>;

const post = (path: string, fields: Fields, url = server.url): Promise<Response> =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) });

const exchange = async (
  fields: Fields = { refresh_token: refreshToken },
  url = server.url,
): Promise<Answer> => (await (await post('/auth/token', fields, url)).json()) as Answer;

describe('a refresh token', () => {
  test('brings exactly the fields of the specification, for nobody to store', async () => {
    const response = await post('/auth/token', { refresh_token: refreshToken });
    const answer = (await response.json()) as Answer;
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('pragma')).toBe('no-cache');
    expect(answer).toEqual({
      access_token: expect.any(String),
      expires_in: 3_600,
      refresh_expires_in: 0,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      session_state: expect.stringMatching(UUID),
      scope: 'offline_access profile',
    });
  });

  test('has one session state, and any number of access tokens', async () => {
    const [one, other] = [
      await exchange(),
      await exchange({ refresh_token: refreshToken, grant_type: 'refresh_token' }),
    ];
    expect(one['session_state']).toBe(other['session_state']);
    expect(one['access_token']).not.toBe(other['access_token']);
  });

  test.each(['ES256', 'RS256'] as const)(
    'brings a token that the published key verifies by %s',
    async (alg) => {
      const signing = await startTokenIssuing({ keyAlgorithm: alg });
      endings.push(() => signing.close());
      const { keys } = (await (await fetch(`${signing.url}/.well-known/jwks.json`)).json()) as {
        keys: (JsonWebKey & { kid: string })[];
      };
      const token = await fetchOfflineToken(signing.url, user);
      const { access_token: accessToken, session_state: sid } = await exchange(
        { refresh_token: token },
        signing.url,
      );
      const [key] = keys;
      const verified = jwt.verify(String(accessToken), createPublicKey({ key: key!, format: 'jwk' }), {
        algorithms: [alg],
        audience: 'kith-graphql',
        issuer: 'http://kith.test',
        clockTimestamp: signing.world.now / 1_000,
        complete: true,
      });
      const now = signing.world.now / 1_000;
      expect(verified.header).toEqual({ alg, typ: 'JWT', kid: key?.kid });
      expect(verified.payload).toMatchObject({
        sub: 'alice',
        account: 'demo',
        sid,
        iat: now,
        exp: now + 3_600,
      });
    },
  );

  test('is still accepted under a secret that is no longer the first', async () => {
    const secrets = { ...SECRETS, refreshToken: ['n'.repeat(32), 'r'.repeat(32)] };
    const later = await startTokenIssuing({ store: server.store, secrets });
    expect(await exchange({ refresh_token: refreshToken }, later.url)).toMatchObject({
      token_type: 'Bearer',
    });
    await later.close();
  });
});

describe('a request that brings no token', () => {
  const unknown = `kith_rt_${'A'.repeat(43)}`;

  test.each<[string, Fields, string]>([
    ['no field', {}, 'invalid_request'],
    ['an empty field', { refresh_token: '' }, 'invalid_request'],
    ['another field', { token: 'x' }, 'invalid_request'],
    ['an unknown token', { refresh_token: unknown }, 'invalid_grant'],
    ['no token of ours', { refresh_token: 'x' }, 'invalid_grant'],
    ['another grant', { grant_type: 'password', refresh_token: unknown }, 'unsupported_grant_type'],
    [
      'a repeated token',
      [
        ['refresh_token', 'a'],
        ['refresh_token', 'b'],
      ],
      'invalid_request',
    ],
    [
      'another field repeated',
      [
        ['refresh_token', unknown],
        ['x', '1'],
        ['x', '2'],
      ],
      'invalid_request',
    ],
  ])('%s is a 400 that says why', async (_, fields, error) => {
    const response = await post('/auth/token', fields);
    const answer = (await response.json()) as Answer;
    expect(response.status).toBe(400);
    expect(answer).toEqual({
      error,
      error_description: expect.any(String),
      error_uri: `/problems#${error}`,
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['application/json', '{"refresh_token":"x"}'],
    ['text/plain', 'refresh_token=x'],
    ['application/x-www-form-urlencoded; charset=latin9', 'refresh_token=x'],
    ['multipart/form-data; boundary=x', '--x--'],
  ])('a body of %s is no form', async (type, body) => {
    const response = await fetch(`${server.url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  test('no body at all is no form', async () => {
    const response = await fetch(`${server.url}/auth/token`, { method: 'POST' });
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('a body that is too large is a 413 of the same shape', async () => {
    const response = await post('/auth/token', { refresh_token: 'x'.repeat(40_000) });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect([response.status, await response.json()]).toEqual([
      413,
      {
        error: 'invalid_request',
        error_description: 'The form has too many fields, or is longer than 32,768 bytes.',
        error_uri: '/problems#invalid_request',
      },
    ]);
  });
});

describe.each(['/auth/token', '/auth/revoke', '/auth/introspect'])('what is not answered at %s', (path) => {
  test.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['OPTIONS', ''],
    ['POST', '/'],
    ['POST', '/x'],
    ['POST', '/%E0'],
    ['GET', '/'],
  ])('%s %j has the shape of the endpoint, for nobody to store', async (method, below) => {
    const response = await fetch(server.url + path + below, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: expect.any(String),
      error_uri: '/problems#invalid_request',
    });
  });

  test('HEAD has the headers of GET', async () => {
    const response = await fetch(server.url + path, { method: 'HEAD' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});

describe('revocation', () => {
  test('ends a refresh token, and says 200 to what nobody has', async () => {
    const token = await fetchOfflineToken(server.url, user);
    expect((await post('/auth/revoke', { token, token_type_hint: 'refresh_token' })).status).toBe(200);
    expect((await post('/auth/revoke', { token })).status).toBe(200);
    expect((await post('/auth/revoke', { token: 'x' })).status).toBe(200);
    expect(await exchange({ refresh_token: token })).toMatchObject({ error: 'invalid_grant' });
    expect(await exchange()).toMatchObject({ token_type: 'Bearer' });
  });

  test('without a token is an invalid request', async () => {
    const response = await post('/auth/revoke', {});
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('does not pretend to revoke an access token', async () => {
    const { access_token: token } = await exchange();
    const response = await post('/auth/revoke', { token: String(token) });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'unsupported_token_type' },
    ]);
  });
});

test('the tokens of a removed user are refused, also after another of that name was added', async () => {
  const own = await startTokenIssuing();
  const token = await fetchOfflineToken(own.url, user);
  own.store.forgetUser('alice');
  expect(await exchange({ refresh_token: token }, own.url)).toMatchObject({ error: 'invalid_grant' });
  own.world.now += 1_000;
  await own.issuing.users.add({ remainingMs: () => 5_000 }, { ...ALICE, caller: ADMIN });
  expect(await exchange({ refresh_token: token }, own.url)).toMatchObject({ error: 'invalid_grant' });
  await own.close();
});

test('the published keys say what they are for and may be kept for five minutes', async () => {
  const response = await fetch(`${server.url}/.well-known/jwks.json`);
  const coordinate = expect.stringMatching(/^[\w-]{43}$/) as unknown;
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await response.json()).toEqual({
    keys: [
      {
        kty: 'EC',
        use: 'sig',
        alg: 'ES256',
        kid: expect.stringMatching(/^[\w-]{43}$/),
        crv: 'P-256',
        x: coordinate,
        y: coordinate,
      },
    ],
  });
});

test('a store that is down is a 500 with the request id and nothing else', async () => {
  const broken = await startTokenIssuing();
  broken.store.breakDown();
  const response = await post('/auth/token', { refresh_token: refreshToken }, broken.url);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    error: 'server_error',
    error_description: `Request ${response.headers.get('x-request-id') ?? ''} failed.`,
    error_uri: '/problems#server_error',
  });
  await broken.close();
});

test('a store that does not answer is a 500 once the deadline has passed', async () => {
  const hanging = await startTokenIssuing({ requestDeadlineMs: 50 });
  hanging.store.hang();
  expect((await post('/auth/token', { refresh_token: refreshToken }, hanging.url)).status).toBe(500);
  expect((await post('/auth/revoke', { token: refreshToken }, hanging.url)).status).toBe(500);
  await hanging.close();
});
