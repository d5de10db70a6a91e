import { describe, expect, test } from 'vitest';
import { NO_ACCOUNT } from '@kith/domain/privacy';
import type { MakeAuditEntry } from '@kith/ports';
import { anAct, aSigningKey, aUser } from '../../builders/credentials.ts';
import { manyOf, randomAccount, randomName } from '../../builders/ids.ts';
import { anAuditEntry } from '../../builders/privacy.ts';
import { ampleDeadline, scopeOf } from '../../builders/scope.ts';
import type { CredentialFixture } from './credential-fixture.ts';

const unwritable: MakeAuditEntry = () => {
  throw new Error('nothing can be written');
};

export const describeAuditing = (fixture: CredentialFixture): void => {
  const store = () => fixture().adapter;
  const entriesOf = async (account: string) => {
    const standing = await store().audit.auditEntries(scopeOf(account), 0, 100);
    return standing.map(({ sequence, entry }) => ({ sequence, entry: entry?.reason }));
  };
  const lastSequence = async (account: string) =>
    (await store().audit.auditHead(scopeOf(account)))?.sequence ?? 0;

  describe('what an administrator does', () => {
    test('stands in the trail of the account from the same moment on, as it was made, page after page', async () => {
      const [account, user] = [randomAccount(), aUser()];
      const scope = scopeOf(account);
      expect(await store().audit.auditHead(scope)).toBeNull();
      expect(await store().audit.auditEntries(scope, 0, 10)).toEqual([]);
      await store().users.add(scope, user, (head) => anAuditEntry((head?.sequence ?? 0) + 1));
      const change = { passwordHash: 'new', revokeTokens: true };
      await store().users.changePassword(scope, user.username, change, anAct('changed'));
      await store().users.remove(scope, user.username, anAct('removed'));
      await fixture().reopen();
      expect(await store().audit.auditEntries(scope, 0, 1)).toEqual([
        { sequence: 1, entry: anAuditEntry(1) },
      ]);
      expect((await store().audit.auditEntries(scope, 1, 10)).map(({ entry }) => entry?.reason)).toEqual([
        'changed',
        'removed',
      ]);
      expect(await store().audit.auditHead(scope)).toEqual({ sequence: 3, mac: 'mac of 3' });
    });

    test('to the keys stands in the trail of no account', async () => {
      const [key, before] = [aSigningKey(), await lastSequence(NO_ACCOUNT)];
      await store().signingKeys.add(ampleDeadline(), key, anAct('rotated'));
      await store().signingKeys.revoke(ampleDeadline(), key.kid, anAct('revoked'));
      expect((await entriesOf(NO_ACCOUNT)).slice(before)).toEqual([
        { sequence: before + 1, entry: 'rotated' },
        { sequence: before + 2, entry: 'revoked' },
      ]);
    });

    test('and comes to nothing leaves no entry', async () => {
      const [account, user, keysBefore] = [randomAccount(), aUser(), await lastSequence(NO_ACCOUNT)];
      const other = scopeOf(randomAccount());
      await store().users.add(scopeOf(account), user, anAct('added'));
      await store().users.add(scopeOf(account), user, anAct());
      await store().users.add(other, user, anAct());
      const change = { passwordHash: 'new', revokeTokens: true };
      await store().users.changePassword(other, user.username, change, anAct());
      await store().users.remove(other, user.username, anAct());
      await store().signingKeys.revoke(ampleDeadline(), randomName('kid'), anAct());
      expect(await entriesOf(account)).toEqual([{ sequence: 1, entry: 'added' }]);
      expect(await entriesOf(other.account)).toEqual([]);
      expect(await lastSequence(NO_ACCOUNT)).toBe(keysBefore);
    });

    test('is not done where its entry cannot be written', async () => {
      const [account, user, newcomer, key] = [randomAccount(), aUser(), aUser(), aSigningKey()];
      const scope = scopeOf(account);
      await store().users.add(scope, user, anAct('added'));
      await store().signingKeys.add(ampleDeadline(), key, anAct());
      const late = aSigningKey();
      const change = { passwordHash: 'new', revokeTokens: true };
      for (const act of [
        () => store().users.add(scope, newcomer, unwritable),
        () => store().users.changePassword(scope, user.username, change, unwritable),
        () => store().users.remove(scope, user.username, unwritable),
        () => store().signingKeys.add(ampleDeadline(), late, unwritable),
        () => store().signingKeys.revoke(ampleDeadline(), key.kid, unwritable),
        () => store().users.add(scope, newcomer, () => anAuditEntry(1)),
      ]) {
        await expect(act()).rejects.toThrow();
      }
      expect(await store().users.list(scope)).toEqual([user]);
      const kids = (await store().signingKeys.list(ampleDeadline())).map(({ kid }) => kid);
      expect([kids.includes(key.kid), kids.includes(late.kid)]).toEqual([true, false]);
      expect(await entriesOf(account)).toEqual([{ sequence: 1, entry: 'added' }]);
    });

    test('at the same moment as others follows one after the other, each entry on its head', async () => {
      const account = randomAccount();
      const chained: MakeAuditEntry = (head) =>
        anAuditEntry((head?.sequence ?? 0) + 1, { reason: `after ${head?.mac ?? 'nothing'}` });
      await Promise.all(manyOf(8, () => store().users.add(scopeOf(account), aUser(), chained)));
      expect(await entriesOf(account)).toEqual(
        manyOf(8, (index) => ({
          sequence: index + 1,
          entry: `after ${index === 0 ? 'nothing' : `mac of ${index}`}`,
        })),
      );
    });

    test('belongs to one account, whatever others are called', async () => {
      const account = randomAccount();
      await store().users.add(scopeOf(`${account}:x`), aUser(), anAct());
      expect(await entriesOf(account)).toEqual([]);
      expect(await store().audit.auditHead(scopeOf(account))).toBeNull();
    });
  });
};
