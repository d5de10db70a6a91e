import { expect, test } from 'vitest';
import { anAct, aRefreshToken, aUser } from '../../builders/credentials.ts';
import { manyOf, randomAccount, randomName } from '../../builders/ids.ts';
import { ampleDeadline, scopeOf } from '../../builders/scope.ts';
import { ODD_TEXTS } from '../../kit/odd-texts.ts';
import type { CredentialFixture } from './credential-fixture.ts';

export const describeUsers = (fixture: CredentialFixture): void => {
  test('a user is found by its name, with its account', async () => {
    const [account, user] = [randomAccount(), aUser()];
    expect(await fixture().adapter.users.add(scopeOf(account), user, anAct())).toBe('added');
    expect(await fixture().adapter.users.find(ampleDeadline(), user.username)).toEqual({ ...user, account });
    expect(await fixture().adapter.users.find(ampleDeadline(), randomName('user'))).toBeNull();
    expect(await fixture().adapter.users.find(ampleDeadline(), user.username.toUpperCase())).toBeNull();
  });

  test('a user name exists once over all accounts', async () => {
    const [account, user] = [randomAccount(), aUser()];
    await fixture().adapter.users.add(scopeOf(account), user, anAct());
    for (const other of [account, randomAccount()]) {
      const again = aUser({ username: user.username, passwordHash: 'other' });
      expect(await fixture().adapter.users.add(scopeOf(other), again, anAct())).toBe('exists');
    }
    expect(await fixture().adapter.users.find(ampleDeadline(), user.username)).toEqual({ ...user, account });
  });

  test('of users of one name that race one is added', async () => {
    const user = aUser();
    const outcomes = await Promise.all(
      manyOf(16, () => fixture().adapter.users.add(scopeOf(randomAccount()), user, anAct())),
    );
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
  });

  test('an account lists its own users by name', async () => {
    const account = randomAccount();
    const users = ['c', 'a', 'b'].map((name) => aUser({ username: `${name}-${account}` }));
    for (const user of users) await fixture().adapter.users.add(scopeOf(account), user, anAct());
    await fixture().adapter.users.add(scopeOf(randomAccount()), aUser(), anAct());
    expect(await fixture().adapter.users.list(scopeOf(account))).toEqual([users[1], users[2], users[0]]);
    expect(await fixture().adapter.users.list(scopeOf(randomAccount()))).toEqual([]);
  });

  test.each(ODD_TEXTS)('a user may be called %j', async (text) => {
    const [account, user] = [randomAccount(), aUser({ username: `${text}${randomName('')}` })];
    await fixture().adapter.users.add(scopeOf(account), user, anAct());
    expect(await fixture().adapter.users.find(ampleDeadline(), user.username)).toEqual({ ...user, account });
  });
};

export const describeChangedUsers = (fixture: CredentialFixture): void => {
  test('a changed password takes the place of the one before, in the account that has the user alone', async () => {
    const [store, account, user] = [fixture().adapter, randomAccount(), aUser()];
    await store.users.add(scopeOf(account), user, anAct());
    const change = (of: string, username: string) =>
      store.users.changePassword(
        scopeOf(of),
        username,
        { passwordHash: 'new', revokeTokens: false },
        anAct(),
      );
    expect(await change(randomAccount(), user.username)).toBeNull();
    expect(await change(account, randomName('user'))).toBeNull();
    expect(await store.users.find(ampleDeadline(), user.username)).toEqual({ ...user, account });
    expect(await change(account, user.username)).toBe(0);
    const changed = { ...user, account, passwordHash: 'new' };
    expect(await store.users.find(ampleDeadline(), user.username)).toEqual(changed);
  });

  test("the user's tokens end with the old password where that is wanted, and are counted", async () => {
    const [store, account, user] = [fixture().adapter, randomAccount(), aUser()];
    await store.users.add(scopeOf(account), user, anAct());
    const other = aRefreshToken({ account });
    const tokens = manyOf(3, () => aRefreshToken({ account, username: user.username }));
    for (const token of [...tokens, other]) await store.refreshTokens.add(ampleDeadline(), token);
    const change = (revokeTokens: boolean) =>
      store.users.changePassword(
        scopeOf(account),
        user.username,
        { passwordHash: 'new', revokeTokens },
        anAct(),
      );
    expect(await change(false)).toBe(0);
    expect(await store.refreshTokens.find(ampleDeadline(), tokens[0]!.hash)).toEqual(tokens[0]);
    expect(await change(true)).toBe(3);
    expect(await store.refreshTokens.ofUser(scopeOf(account), user.username, 10)).toEqual([]);
    expect(await store.refreshTokens.find(ampleDeadline(), tokens[0]!.hash)).toBeNull();
    expect(await store.refreshTokens.find(ampleDeadline(), other.hash)).toEqual(other);
  });

  test('a removed user is gone with all tokens, those of others stay', async () => {
    const [store, account, [user, other]] = [fixture().adapter, randomAccount(), [aUser(), aUser()]];
    const tokens = [user, user, other].map(({ username }) => aRefreshToken({ account, username }));
    for (const one of [user, other]) await store.users.add(scopeOf(account), one, anAct());
    for (const token of tokens) await store.refreshTokens.add(ampleDeadline(), token);
    expect(await store.users.remove(scopeOf(randomAccount()), user.username, anAct())).toBe(false);
    expect(await store.users.find(ampleDeadline(), user.username)).not.toBeNull();
    expect(await store.users.remove(scopeOf(account), user.username, anAct())).toBe(true);
    expect(await store.users.remove(scopeOf(account), user.username, anAct())).toBe(false);
    expect(await store.users.find(ampleDeadline(), user.username)).toBeNull();
    expect(await store.users.list(scopeOf(account))).toEqual([other]);
    const left = tokens.map(({ hash }) => store.refreshTokens.find(ampleDeadline(), hash));
    expect(await Promise.all(left)).toEqual([null, null, tokens[2]]);
    expect(await store.users.add(scopeOf(randomAccount()), user, anAct())).toBe('added');
  });
};
