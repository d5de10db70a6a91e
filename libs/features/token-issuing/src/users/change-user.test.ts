import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deadlineIn } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import { fetchOfflineToken } from '../browser.fake.ts';
import { createCredentialStoreFake } from '../credential-store.fake.ts';
import { ADMIN, ALICE, startTokenIssuing, type TokenIssuingServer } from '../token-issuing-server.fake.ts';

const NEW = { ...ALICE, password: 'new password' };

let server: TokenIssuingServer;
let token: string;
const endings = useEndings(afterEach);
beforeEach(async () => {
  server = await startTokenIssuing();
  endings.push(() => server.close());
  token = await fetchOfflineToken(server.url, ALICE);
});

const deadline = () => deadlineIn(60_000);
const isGood = async (refreshToken: string): Promise<boolean> => {
  const body = new URLSearchParams({ refresh_token: refreshToken });
  return (await fetch(`${server.url}/auth/token`, { method: 'POST', body })).status === 200;
};

describe('a changed password', () => {
  const change = (revokeTokens: boolean, changed: Partial<typeof ALICE> = {}) =>
    server.issuing.users.changePassword(deadline(), { ...NEW, revokeTokens, ...changed, caller: ADMIN });

  test('takes the place of the old one, and leaves the tokens', async () => {
    expect(await change(false)).toEqual({ kind: 'changed', revokedTokens: 0 });
    await expect(fetchOfflineToken(server.url, ALICE)).rejects.toThrow('no token');
    expect(await isGood(await fetchOfflineToken(server.url, NEW))).toBe(true);
    expect(await isGood(token)).toBe(true);
  });

  test('revokes the tokens where that is asked for', async () => {
    expect(await change(true)).toEqual({ kind: 'changed', revokedTokens: 1 });
    expect(await isGood(token)).toBe(false);
  });

  test('with revocation leaves none to a login that was under way with the old one', async () => {
    const store = createCredentialStoreFake();
    const late = await startTokenIssuing({
      store: {
        ...store,
        refreshTokens: {
          ...store.refreshTokens,
          add: async (due, issued) => {
            await late.issuing.users.changePassword(due, { ...NEW, revokeTokens: true, caller: ADMIN });
            return store.refreshTokens.add(due, issued);
          },
        },
      },
    });
    const shown = await fetchOfflineToken(late.url, ALICE).catch(() => null);
    await late.close();
    expect(shown).toBeNull();
    expect(store.contents()).not.toContain('sessionState');
  });

  test.each([
    ['of nobody', { username: 'nobody' }, { kind: 'unknown' }],
    ['in no account', { account: 'other' }, { kind: 'unknownAccount' }],
    ['that is none', { password: '' }, { kind: 'unfit', member: 'password' }],
  ])('%s changes nothing', async (_, changed, outcome) => {
    expect(await change(true, changed)).toEqual(outcome);
    expect(await isGood(token)).toBe(true);
  });
});

describe('a removed user', () => {
  test('has no tokens any more, and cannot log in', async () => {
    expect(await server.issuing.users.remove(deadline(), { ...ALICE, caller: ADMIN })).toEqual({
      kind: 'removed',
    });
    expect(await isGood(token)).toBe(false);
    expect(server.store.contents()).not.toContain('sessionState');
    await expect(fetchOfflineToken(server.url, ALICE)).rejects.toThrow('no token');
  });

  test('is removed once, from the account that has it', async () => {
    const remove = (account: string) =>
      server.issuing.users.remove(deadline(), { account, username: ALICE.username, caller: ADMIN });
    expect(await remove('other')).toEqual({ kind: 'unknownAccount' });
    expect(await remove('demo')).toEqual({ kind: 'removed' });
    expect(await remove('demo')).toEqual({ kind: 'unknown' });
  });
});
