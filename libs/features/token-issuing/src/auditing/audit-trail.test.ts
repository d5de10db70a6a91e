import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { credentialCalls } from '@kith/contracts';
import { NO_ACCOUNT, type AuditEntry } from '@kith/domain/privacy';
import { createKeyring, deadlineIn } from '@kith/platform';
import type { AuditRecord, CredentialTrail } from '@kith/ports';
import { useEndings } from '@kith/testing/use-endings';
import {
  ADMIN,
  ALICE,
  SECRETS,
  startTokenIssuing,
  type TokenIssuingServer,
} from '../token-issuing-server.fake.ts';
import { createCredentialAudit } from './credential-audit.ts';

let server: TokenIssuingServer;
const endings = useEndings(afterEach);
beforeEach(async () => {
  server = await startTokenIssuing();
  endings.push(() => server.close());
});

const deadline = () => deadlineIn(30_000);
const scope = (account = 'demo') => ({ account, deadline: deadline() });
const WHY = { by: 'eve@host', reason: 'ticket 2' };
const BOB = { account: 'demo', username: ' bob ', password: 'hunter2 hunter2' };

const factsOf = async (trail: CredentialTrail): Promise<readonly unknown[]> => {
  const standing = await server.issuing.audit.auditEntries(scope(), { trail, after: 0, limit: 10 });
  return standing.map(({ entry }) => {
    const { sequence, act, by, reason, detail } = entry!;
    return { sequence, act, by, reason, detail };
  });
};

describe("the trail of an account's users", () => {
  test('says who did what, to whom and why, and nothing of passwords', async () => {
    const { users } = server.issuing;
    await users.add(deadline(), { ...BOB, caller: WHY });
    await users.changePassword(deadline(), { ...BOB, password: 'hunter3', revokeTokens: true, caller: WHY });
    await users.remove(deadline(), { ...BOB, caller: { ...WHY, reason: '' } });
    expect(await factsOf('users')).toEqual([
      { sequence: 1, act: 'addUser', ...ADMIN, detail: { username: 'alice' } },
      { sequence: 2, act: 'addUser', ...WHY, detail: { username: 'bob' } },
      { sequence: 3, act: 'changePassword', ...WHY, detail: { username: 'bob', revokeTokens: true } },
      { sequence: 4, act: 'removeUser', by: WHY.by, reason: '', detail: { username: 'bob' } },
    ]);
    const [first] = await server.issuing.audit.auditEntries(scope(), { trail: 'users', after: 0, limit: 1 });
    expect(first?.entry?.at).toBe(server.world.now);
    expect(server.store.contents()).not.toMatch(/hunter/);
    expect(JSON.stringify(await factsOf('users'))).not.toMatch(/argon2/);
  });

  test('has nothing of what was refused', async () => {
    const { users } = server.issuing;
    await users.add(deadline(), { ...ALICE, caller: WHY });
    await users.add(deadline(), { ...BOB, account: 'nobody', caller: WHY });
    await users.add(deadline(), { ...BOB, password: '', caller: WHY });
    await users.changePassword(deadline(), { ...BOB, revokeTokens: false, caller: WHY });
    await users.remove(deadline(), { ...BOB, caller: WHY });
    expect(await factsOf('users')).toHaveLength(1);
  });
});

describe('the trail of the keys', () => {
  test('says who rotated and revoked, and nothing of the private halves', async () => {
    const { keys } = server.issuing;
    const { kid, signsFrom } = await keys.rotate(deadline(), { atOnce: false, caller: WHY });
    expect(await keys.revoke(deadline(), { kid, caller: WHY })).toEqual({ kind: 'revoked' });
    expect(await keys.revoke(deadline(), { kid, caller: WHY })).toEqual({ kind: 'unknown' });
    const detail = { kid, atOnce: false, signsFrom: new Date(signsFrom).toISOString() };
    expect(await factsOf('keys')).toEqual([
      { sequence: 1, act: 'rotateKeys', ...WHY, detail },
      { sequence: 2, act: 'revokeKey', ...WHY, detail: { kid } },
    ]);
    expect(JSON.stringify(await factsOf('keys'))).not.toContain('PRIVATE');
  });
});

describe('checking a trail', () => {
  beforeEach(async () => {
    for (const name of ['b', 'c', 'd'])
      await server.issuing.users.add(deadline(), { ...BOB, username: name, caller: WHY });
  });

  const auditOf = (audit: Partial<AuditRecord>, secrets: typeof SECRETS = SECRETS) =>
    createCredentialAudit({
      audit: { ...server.store.audit, ...audit },
      accounts: new Set(['demo']),
      keyring: createKeyring(secrets),
    });
  /** The trail as somebody left it who can write the store; each entry where it stands, null where none does. */
  const tampered = (change: (entries: readonly AuditEntry[]) => readonly (AuditEntry | null)[]) =>
    auditOf({
      auditEntries: async (where, after, limit) => {
        const standing = await server.store.audit.auditEntries(where, 0, 100);
        return change(standing.map(({ entry }) => entry!))
          .flatMap((entry, index) => (entry === null ? [] : [{ sequence: index + 1, entry }]))
          .filter(({ sequence }) => sequence > after)
          .slice(0, limit);
      },
    });

  test('finds it as it was written, with secrets that were replaced since, too', async () => {
    const intact = { kind: 'intact', entries: 4 };
    expect(await server.issuing.audit.verifyAudit(scope(), { trail: 'users' })).toEqual(intact);
    const replaced = { ...SECRETS, refreshToken: ['n'.repeat(32), ...SECRETS.refreshToken] };
    expect(await auditOf({}, replaced).verifyAudit(scope(), { trail: 'users' })).toEqual(intact);
    expect(await server.issuing.audit.verifyAudit(scope(), { trail: 'keys' })).toEqual({
      kind: 'intact',
      entries: 0,
    });
  });

  test('finds what does not come from a holder of the secret', async () => {
    const others = { ...SECRETS, refreshToken: ['n'.repeat(32)] };
    expect(await auditOf({}, others).verifyAudit(scope(), { trail: 'users' })).toEqual({
      kind: 'broken',
      sequence: 1,
      fault: 'tampered',
    });
  });

  test.each<[string, Parameters<typeof tampered>[0], number, string]>([
    ['changed', ([a, b, ...rest]) => [a!, { ...b!, by: 'nobody' }, ...rest], 2, 'tampered'],
    ['removed', ([a, , c, d]) => [a!, null, c!, d!], 2, 'missing'],
    ['exchanged', ([a, b, c, d]) => [a!, c!, b!, d!], 2, 'misplaced'],
    ['changed at the end', (all) => [...all.slice(0, 3), { ...all[3]!, reason: '' }], 4, 'tampered'],
    ['removed at the end', (all) => all.slice(0, 3), 4, 'missing'],
    ['added at the end', (all) => [...all, { ...all[3]!, sequence: 5 }], 5, 'tampered'],
    ['given another shape', ([a, b, ...rest]) => [a!, { ...b!, mac: 7 } as never, ...rest], 2, 'tampered'],
  ])('finds an entry that was %s', async (_what, change, sequence, fault) => {
    const verdict = await tampered(change).verifyAudit(scope(), { trail: 'users' });
    expect(verdict).toEqual({ kind: 'broken', sequence, fault });
  });
});

describe('the calls of administrators', () => {
  test('say who asks: what does not changes nothing', async () => {
    const { input } = credentialCalls.users.remove;
    const alice = { account: 'demo', username: 'alice' };
    const nameless = input.safeParse(alice);
    expect(nameless.success).toBe(false);
    expect(nameless.error?.issues).toMatchObject([{ path: ['caller'] }]);
    const removed = await server.issuing.users.remove(deadline(), input.parse({ ...alice, caller: WHY }));
    expect(removed).toEqual({ kind: 'removed' });
    expect(await factsOf('users')).toHaveLength(2);
  });

  test('read no trail but those that there are, of accounts that there are', async () => {
    const { input, output } = credentialCalls.credentialAudit.auditEntries;
    const page = { after: 0, limit: 10 };
    const ask = async (account: string, trail: string): Promise<unknown> =>
      output.parse(await server.issuing.audit.auditEntries(scope(account), input.parse({ trail, ...page })));
    await expect(ask(NO_ACCOUNT, 'users')).rejects.toMatchObject({ status: 400 });
    await expect(ask('nobody', 'keys')).rejects.toMatchObject({ status: 400 });
    expect(input.safeParse({ trail: 'profiles', ...page }).success).toBe(false);
    expect(await ask('demo', 'users')).toMatchObject([{ sequence: 1, entry: { act: 'addUser' } }]);
  });
});
