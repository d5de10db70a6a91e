import { createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deadlineIn } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import jwt from 'jsonwebtoken';
import { fetchOfflineToken } from './browser.fake.ts';
import { KEYS_OF_ONE_PROCESS } from './keys/key-schedule.ts';
import {
  ADMIN,
  ALICE,
  SERVICE_KEY,
  startTokenIssuing,
  type TokenIssuingServer,
} from './token-issuing-server.fake.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const TTL_SECONDS = 1_800;

/** Two processes over one store, with one clock. */
let one: TokenIssuingServer;
let two: TokenIssuingServer;
let refreshToken: string;
const endings = useEndings(afterEach);
beforeEach(async () => {
  one = await startTokenIssuing({ accessTokenTtlSeconds: TTL_SECONDS });
  endings.push(() => one.close());
  const { store, world } = one;
  two = await startTokenIssuing({ accessTokenTtlSeconds: TTL_SECONDS, store, world });
  endings.push(() => two.close());
  refreshToken = await fetchOfflineToken(one.url, ALICE);
});

const pass = (milliseconds: number): void => void (one.world.now += milliseconds);

const rotate = (atOnce: boolean) => one.issuing.keys.rotate(deadlineIn(30_000), { atOnce, caller: ADMIN });

const accessTokenOf = async ({ url }: TokenIssuingServer, offlineToken = refreshToken): Promise<string> => {
  const body = new URLSearchParams({ refresh_token: offlineToken });
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const signerOf = (token: string): string => jwt.decode(token, { complete: true })?.header.kid ?? '';

const signers = async (): Promise<readonly string[]> =>
  [await accessTokenOf(one), await accessTokenOf(two)].map(signerOf);

const isActive = async ({ url }: TokenIssuingServer, token: string): Promise<boolean> => {
  const answer = await fetch(`${url}/auth/introspect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SERVICE_KEY}` },
    body: new URLSearchParams({ token }),
  });
  return ((await answer.json()) as { active: boolean }).active;
};

type Jwk = { readonly kid: string; readonly alg: string; readonly kty: string };

const published = async ({ url }: TokenIssuingServer): Promise<readonly Jwk[]> =>
  ((await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: Jwk[] }).keys;

const names = async (server: TokenIssuingServer): Promise<readonly string[]> =>
  (await published(server)).map(({ kid }) => kid);

const verifies = async (token: string): Promise<boolean> => {
  const jwk = (await published(two)).find(({ kid }) => kid === signerOf(token));
  if (jwk === undefined) return false;
  const clockTimestamp = one.world.now / 1_000;
  jwt.verify(token, createPublicKey({ key: { ...jwk }, format: 'jwk' }), { clockTimestamp });
  return true;
};

describe('a rotation of the keys', () => {
  test('is published by every process within ten seconds, and long before the new key signs', async () => {
    const [old = ''] = await signers();
    const { kid, state } = await rotate(false);
    expect(state).toBe('next');
    pass(10 * SECOND_MS);
    expect([await names(one), await names(two)]).toEqual([
      [kid, old],
      [kid, old],
    ]);
    pass(10 * MINUTE_MS - 10 * SECOND_MS - 1);
    expect(await signers()).toEqual([old, old]);
    pass(1);
    expect(await signers()).toEqual([kid, kid]);
  });

  test('lets the old key verify until its last token has expired, then forgets it', async () => {
    const old = signerOf(await accessTokenOf(one));
    await rotate(false);
    pass(10 * MINUTE_MS - 1);
    const last = await accessTokenOf(two);
    expect(signerOf(last)).toBe(old);
    pass((TTL_SECONDS - 1) * SECOND_MS);
    expect(await verifies(last)).toBe(true);
    pass(5 * MINUTE_MS + SECOND_MS + 1);
    expect(await names(one)).not.toContain(old);
    expect(await names(two)).not.toContain(old);
    expect(one.store.contents()).not.toContain(old);
  });

  test('at once takes effect in every process within ten seconds, and old tokens stay good', async () => {
    const before = await accessTokenOf(two);
    const { kid } = await rotate(true);
    pass(10 * SECOND_MS);
    expect(await signers()).toEqual([kid, kid]);
    expect(await verifies(before)).toBe(true);
  });

  test('at once overtakes one that was to sign later', async () => {
    await rotate(false);
    const { kid } = await rotate(true);
    pass(11 * MINUTE_MS);
    expect(await signers()).toEqual([kid, kid]);
  });

  test('can be listed, newest first', async () => {
    const [old = ''] = await signers();
    const { kid } = await rotate(false);
    const list = () => two.issuing.keys.list(deadlineIn(60_000));
    expect(await list()).toEqual(
      [
        { kid, state: 'next', createdAt: one.world.now, signsFrom: one.world.now + 10 * MINUTE_MS },
        { kid: old, state: 'signing', createdAt: one.world.now, signsFrom: one.world.now },
      ].map((key, index) => (index === 0 ? { ...key, createdAt: expect.any(Number) } : key)),
    );
    pass(10 * MINUTE_MS);
    expect((await list()).map(({ state }) => state)).toEqual(['signing', 'verifying']);
  });

  test('can end a key before its time, but not the one that signs', async () => {
    const token = await accessTokenOf(two);
    const old = signerOf(token);
    const revoke = (kid: string) => one.issuing.keys.revoke(deadlineIn(60_000), { kid, caller: ADMIN });
    expect(await revoke(old)).toEqual({ kind: 'signing' });
    expect(await revoke('nobody')).toEqual({ kind: 'unknown' });
    await rotate(true);
    expect(await revoke(old)).toEqual({ kind: 'signing' });
    pass(15 * SECOND_MS - 1);
    expect(await revoke(old)).toEqual({ kind: 'signing' });
    pass(1);
    expect(await revoke(old)).toEqual({ kind: 'revoked' });
    pass(10 * SECOND_MS);
    expect(await verifies(token)).toBe(false);
  });
});

describe('keys of another kind', () => {
  const algorithmOf = (token: string): string => jwt.decode(token, { complete: true })?.header.alg ?? '';

  test('sign from the next rotation on, and those from before go on verifying beside them', async () => {
    const before = await startTokenIssuing({ keyAlgorithm: 'RS256', accessTokenTtlSeconds: TTL_SECONDS });
    const { store, world } = before;
    const after = await startTokenIssuing({ store, world, accessTokenTtlSeconds: TTL_SECONDS });
    endings.push(() => before.close());
    endings.push(() => after.close());
    const tokens = async (): Promise<readonly string[]> => {
      const refreshed = await fetchOfflineToken(after.url, ALICE);
      return [await accessTokenOf(before, refreshed), await accessTokenOf(after, refreshed)];
    };
    const old = await tokens();
    expect(old.map(algorithmOf)).toEqual(['RS256', 'RS256']);
    await after.issuing.keys.rotate(deadlineIn(30_000), { atOnce: true, caller: ADMIN });
    world.now += 10 * SECOND_MS;
    const young = await tokens();
    expect(young.map(algorithmOf)).toEqual(['ES256', 'ES256']);
    for (const server of [before, after])
      for (const token of [...old, ...young]) expect(await isActive(server, token)).toBe(true);
    expect((await published(before)).map(({ alg, kty }) => [alg, kty])).toEqual([
      ['ES256', 'EC'],
      ['RS256', 'RSA'],
    ]);
  });
});

describe('where one process signs and verifies', () => {
  let alone: TokenIssuingServer;
  const endings = useEndings(afterEach);
  beforeEach(async () => {
    const { store, world } = one;
    alone = await startTokenIssuing({ store, world, keyReach: KEYS_OF_ONE_PROCESS });
    endings.push(() => alone.close());
  });

  test.each([false, true])('a new key signs from the next token on (at once: %j)', async (atOnce) => {
    const old = signerOf(await accessTokenOf(alone));
    const { kid, state } = await alone.issuing.keys.rotate(deadlineIn(30_000), { atOnce, caller: ADMIN });
    expect(state).toBe('signing');
    expect(signerOf(await accessTokenOf(alone))).toBe(kid);
    expect(await names(alone)).toEqual([kid, old]);
  });

  test('the old key can be revoked at once, and is published no more', async () => {
    const old = signerOf(await accessTokenOf(alone));
    const { kid } = await alone.issuing.keys.rotate(deadlineIn(30_000), { atOnce: false, caller: ADMIN });
    expect(await alone.issuing.keys.revoke(deadlineIn(60_000), { kid: old, caller: ADMIN })).toEqual({
      kind: 'revoked',
    });
    expect(await names(alone)).toEqual([kid]);
  });
});
