import { createHmac, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import jwt from 'jsonwebtoken';
import type { Jwks } from './authentication/jwks.ts';
import { createIssuer, NOW_SECONDS, type Algorithm, type Issuer } from './issuer.fake.ts';
import {
  startProfileQuery,
  UMID,
  type Answer,
  type ProfileQueryServer,
} from './profile-query-server.fake.ts';

const INVALID = 'Bearer error="invalid_token"';
const QUERY = `{ personTargetDataByUmid(umid: "${UMID}") { umid } }`;
const MINUTE_MS = 60_000;

describe.each<Algorithm>(['ES256', 'RS256'])('by a key for %s,', (algorithm) => {
  const issuerOf = (kid: string, keyName = kid): Issuer => createIssuer(kid, { algorithm, keyName });
  const start = (): Promise<ProfileQueryServer> =>
    startProfileQuery({ issuer: createIssuer('key-1', { algorithm }) });
  let server: ProfileQueryServer;
  const endings = useEndings();
  beforeAll(async () => {
    server = await start();
    endings.push(() => server.close());
  });
  afterEach(() => {
    server.world.nowMs = NOW_SECONDS * 1_000;
    server.world.jwks = () => Promise.resolve(server.issuer.jwks);
  });

  const withHeaders = (headers: [string, string][]): Promise<Answer> =>
    server.send({
      headers: [...headers, ['content-type', 'application/json']],
      body: JSON.stringify({ query: QUERY }),
    });

  const expectRefused = ({ status, headers, body }: Answer, challenge: string): void => {
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(challenge);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body.errors).toEqual([
      { message: expect.any(String) as unknown, extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    expect(body.data).toBeUndefined();
  };

  describe('without a token', () => {
    test.each<[string, [string, string][]]>([
      ['no header', []],
      ['an empty header', [['authorization', '']]],
      ['a scheme alone', [['authorization', 'Bearer']]],
      ['an empty token', [['authorization', 'Bearer  ']]],
      ['another scheme', [['authorization', 'Basic YTpi']]],
      ['a token without a scheme', [['authorization', 'YTpi']]],
    ])('%s is answered with a plain challenge', async (_, headers) => {
      expectRefused(await withHeaders(headers), 'Bearer');
    });

    test('the body is not looked at', async () => {
      const tooLarge = await server.send({
        headers: { 'content-type': 'application/json' },
        body: ' '.repeat(100_000),
      });
      expectRefused(tooLarge, 'Bearer');
      expectRefused(await server.send({ body: '{' }), 'Bearer');
    });
  });

  describe('a token', () => {
    const token = (options?: jwt.SignOptions): string => server.issuer.token('demo', options);

    test.each(['Bearer', 'bearer', 'BEARER'])('opens with the scheme %s', async (scheme) => {
      const { status, body } = await withHeaders([['authorization', `${scheme} ${token()}`]]);
      expect([status, body]).toEqual([200, { data: { personTargetDataByUmid: { umid: UMID } } }]);
    });

    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const unsigned = (header: object): string => `${encode(header)}.${token().split('.')[1] ?? ''}`;
    const signedWithPublicKey = (): string => {
      const input = unsigned({ alg: 'HS256', typ: 'JWT', kid: server.issuer.kid });
      const pem = server.issuer.publicKey.export({ type: 'spki', format: 'pem' });
      return `${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`;
    };
    const relabelled = (alg: string): string => {
      const input = unsigned({ alg, typ: 'JWT', kid: server.issuer.kid });
      const key = { key: server.issuer.privateKey, dsaEncoding: 'ieee-p1363' as const };
      return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
    };
    const ofOtherKind = (): Issuer =>
      createIssuer(server.issuer.kid, { algorithm: algorithm === 'RS256' ? 'ES256' : 'RS256' });
    const altered = (): string => {
      const [header = '', , signature = ''] = token().split('.');
      return `${header}.${encode({ account: 'other', exp: NOW_SECONDS + 3_600 })}.${signature}`;
    };

    test.each<[string, () => string]>([
      ['algorithm none', () => `${unsigned({ alg: 'none', kid: server.issuer.kid })}.`],
      ['HS256, keyed with the public key', signedWithPublicKey],
      ...(['RS512', 'PS256'] as const)
        .filter(() => algorithm === 'RS256')
        .map((other): [string, () => string] => [other, () => token({ algorithm: other })]),
      ...['RS256', 'ES256', 'ES384', 'ES512', 'HS512']
        .filter((other) => other !== algorithm)
        .map((other): [string, () => string] => [`our signature, called ${other}`, () => relabelled(other)]),
      ['a key of the other kind by the name of ours', () => ofOtherKind().token('demo')],
      ['altered claims', altered],
      ['a cut signature', () => token().slice(0, -4)],
      ['another audience', () => token({ audience: 'other' })],
      ['another issuer', () => token({ issuer: 'http://elsewhere.test' })],
      ["a foreign issuer's key of the same name", () => issuerOf(server.issuer.kid, 'foreign').token('demo')],
      ['a key that is unknown', () => issuerOf('key-2').token('demo')],
      ['no key name', () => `${unsigned({ alg: algorithm, typ: 'JWT' })}.AAAA`],
      ['an account that is not configured', () => server.issuer.token('nobody')],
      ['a time before which it is not valid', () => token({ notBefore: 60 })],
      ['no shape', () => 'x'],
      ['broken parts', () => 'a.b.c'],
      ['characters that no token has', () => 'a b'],
      ['far too many characters', () => 'a'.repeat(9_000)],
    ])('with %s opens nothing', async (_, make) => {
      expectRefused(await withHeaders([['authorization', `Bearer ${make()}`]]), INVALID);
    });

    const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

    test('that was good opens nothing once any one of its characters is another', async () => {
      const good = token();
      const replaced = (at: number, by: string): string => good.slice(0, at) + by + good.slice(at + 1);
      const neighbour = (character: string): string => ALPHABET[ALPHABET.indexOf(character) ^ 1] ?? 'A';
      const anywhere = Array.from(good, (character, at) => replaced(at, neighbour(character)));
      const [header = '', claims = ''] = good.split('.');
      const ends = [header.length - 1, header.length + claims.length, good.length - 1];
      const atEnds = ends.flatMap((at) => Array.from(ALPHABET, (by) => replaced(at, by)));
      const altered = [...anywhere, ...atEnds].filter((one) => one !== good);
      expect((await withHeaders([['authorization', `Bearer ${good}`]])).status).toBe(200);
      const opened: string[] = [];
      const tryOut = async (one: string): Promise<void> => {
        if ((await withHeaders([['authorization', `Bearer ${one}`]])).status !== 401) opened.push(one);
      };
      for (let at = 0; at < altered.length; at += 20)
        await Promise.all(altered.slice(at, at + 20).map(tryOut));
      expect(opened).toEqual([]);
      expect(altered).toHaveLength(good.length + 3 * 63);
    });

    const CLAIMS = {
      iss: 'http://kith.test',
      aud: 'kith-graphql',
      sub: 'alice',
      account: 'demo',
      exp: NOW_SECONDS + 60,
    };
    /** With the issuer's own key. */
    const signed = (claims: object, header: object = {}): string =>
      jwt.sign(claims, server.issuer.privateKey, {
        algorithm,
        noTimestamp: true,
        header: { alg: algorithm, kid: server.issuer.kid, ...header },
      });
    const without = (name: keyof typeof CLAIMS): object =>
      Object.fromEntries(Object.entries(CLAIMS).filter(([claim]) => claim !== name));

    test('needs no more than these claims', async () => {
      expect((await withHeaders([['authorization', `Bearer ${signed(CLAIMS)}`]])).status).toBe(200);
    });

    test.each<[string, () => string]>([
      ...(['iss', 'aud', 'sub', 'account', 'exp'] as const).map((name): [string, () => string] => [
        `without ${name}`,
        () => signed(without(name)),
      ]),
      ['with a number for an account', () => signed({ ...CLAIMS, account: 1 })],
      ['with several accounts', () => signed({ ...CLAIMS, account: ['demo'] })],
      ['with the account of a prototype', () => signed({ ...CLAIMS, account: '__proto__' })],
      ['with another audience', () => signed({ ...CLAIMS, aud: 'kith-graphql-2' })],
      ['with another issuer of a like name', () => signed({ ...CLAIMS, iss: 'http://kith.test/' })],
      ['with a key name that is a path', () => signed(CLAIMS, { kid: '../../key-1' })],
      ['with a key name that is no text', () => signed(CLAIMS, { kid: 1 })],
      ['with the key of a prototype', () => signed(CLAIMS, { kid: 'constructor' })],
    ])('%s opens nothing', async (_, make) => {
      expectRefused(await withHeaders([['authorization', `Bearer ${make()}`]]), INVALID);
    });

    test('that names another place for its key opens nothing, and nobody asks there', async () => {
      const foreign = issuerOf('key-2');
      let asked = 0;
      const elsewhere = createServer((_request, response) => {
        asked += 1;
        response.end(JSON.stringify(foreign.jwks));
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
      const [jwk] = foreign.jwks.keys;
      const headers = [{ jku: url }, { x5u: url }, { jwk }, { kid: url }, { kid: foreign.kid, jku: url }];
      for (const header of headers) {
        const token = jwt.sign(CLAIMS, foreign.privateKey, {
          algorithm,
          header: { alg: algorithm, kid: server.issuer.kid, ...header },
        });
        expectRefused(await withHeaders([['authorization', `Bearer ${token}`]]), INVALID);
      }
      expect(asked).toBe(0);
      elsewhere.close();
    });

    test('opens nothing beside another Authorization header', async () => {
      const { issuer } = server;
      const twice: [string, string][] = [
        ['authorization', `Bearer ${issuer.token('demo')}`],
        ['authorization', `Bearer ${issuer.token('other')}`],
      ];
      expectRefused(await withHeaders(twice), INVALID);
    });

    test('opens nothing from the second of its expiry on, also when it was good before', async () => {
      const headers: [string, string][] = [['authorization', `Bearer ${token()}`]];
      server.world.nowMs = (NOW_SECONDS + 3_600) * 1_000 - 1;
      expect((await withHeaders(headers)).status).toBe(200);
      server.world.nowMs += 1;
      const answer = await withHeaders(headers);
      expectRefused(answer, INVALID);
      expect(answer.body.errors?.[0]?.message).toBe('The access token has expired.');
      expectRefused(await withHeaders([['authorization', `Bearer ${token({ jwtid: 'unseen' })}`]]), INVALID);
    });
  });

  describe('the keys', () => {
    const ask = async (token: string): Promise<number> => (await server.ask(QUERY, {}, token)).status;

    test('are asked for again when a token names a new one, but not for every made-up name', async () => {
      const next = issuerOf('key-next');
      let fetches = 0;
      server.world.nowMs += 10_000;
      server.world.jwks = () => {
        fetches += 1;
        return Promise.resolve({ keys: [...server.issuer.jwks.keys, ...next.jwks.keys] });
      };
      expect(await ask(next.token('demo'))).toBe(200);
      expect(await ask(issuerOf('made-up').token('demo'))).toBe(401);
      expect(await ask(issuerOf('made-up').token('demo'))).toBe(401);
      expect(fetches).toBe(1);
    });

    test('that were withdrawn end their tokens, also those that were good before', async () => {
      const withdrawn = await start();
      const token = withdrawn.issuer.token('demo');
      expect((await withdrawn.ask(QUERY, {}, token)).status).toBe(200);
      withdrawn.world.jwks = () => Promise.resolve(issuerOf('key-2').jwks);
      withdrawn.world.nowMs += 15 * MINUTE_MS;
      expect((await withdrawn.ask(QUERY, {}, token)).status).toBe(401);
      await withdrawn.close();
    });

    test('that are said to have changed count from the next request on, whatever was under way', async () => {
      const told = await start();
      const [token, next] = [told.issuer.token('demo'), issuerOf('key-2')];
      let answerOld = (): void => undefined;
      const old = new Promise<Jwks>((resolve) => (answerOld = () => resolve(told.issuer.jwks)));
      const asked = new Promise<void>((resolve) => {
        told.world.jwks = () => {
          resolve();
          return old;
        };
      });
      const early = told.ask(QUERY, {}, token);
      await asked;
      told.world.jwks = () => Promise.resolve(next.jwks);
      told.forgetKeys();
      answerOld();
      expect((await early).status).toBe(401);
      expect((await told.ask(QUERY, {}, next.token('demo'))).status).toBe(200);
      told.world.jwks = () => Promise.resolve(told.issuer.jwks);
      told.forgetKeys();
      expect((await told.ask(QUERY, {}, next.token('demo'))).status).toBe(401);
      expect((await told.ask(QUERY, {}, token)).status).toBe(200);
      await told.close();
    });

    test('stay in use while they cannot be fetched, and are a fault where there are none', async () => {
      const cut = await start();
      const token = cut.issuer.token('demo');
      const good = cut.world.jwks;
      cut.world.jwks = () => Promise.reject(new Error('no route to the issuer'));
      const { status, headers, body } = await cut.ask(QUERY, {}, token);
      expect(status).toBe(500);
      expect(body.errors).toEqual([
        {
          message: 'Internal server error',
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: headers.get('x-request-id') },
        },
      ]);
      cut.world.jwks = good;
      expect((await cut.ask(QUERY, {}, token)).status).toBe(200);
      cut.world.jwks = () => Promise.reject(new Error('no route to the issuer'));
      cut.world.nowMs += 6 * MINUTE_MS;
      expect((await cut.ask(QUERY, {}, token)).status).toBe(200);
      await cut.close();
    });
  });
});
