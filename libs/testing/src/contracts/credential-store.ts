import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '@kith/ports';
import type { CredentialStore } from '@kith/ports';
import { aRefreshToken, aSigningKey, aUser } from '../builders/credentials.ts';
import { manyOf, randomAccount, randomName } from '../builders/ids.ts';
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../builders/scope.ts';
import { ODD_TEXTS } from '../odd-texts.ts';
import { usingFixture } from '../fixture.ts';
import type { DurableFixture } from '../fixture.ts';

type CredentialFixture = () => DurableFixture<CredentialStore>;

/** What every CredentialStore promises. */
export const defineCredentialStoreContract = (make: () => Promise<DurableFixture<CredentialStore>>): void => {
  describe('the contract of a credential store:', () => {
    const fixture = usingFixture(make);
    describeSigningKeys(fixture);
    describeUsers(fixture);
    describeTokens(fixture);
    describeFailures(fixture);
    describeDurability(fixture);
  });
};

const describeSigningKeys = (fixture: CredentialFixture): void => {
  test('of many first signing keys that race one wins, and all see that one', async () => {
    expect(await fixture().adapter.signingKeys(ampleDeadline())).toEqual([]);
    const keys = manyOf(16, (index) => aSigningKey({ createdAt: index }));
    const seen = await Promise.all(
      keys.map((key) => fixture().adapter.addFirstSigningKey(ampleDeadline(), key)),
    );
    const winner = seen[0]![0]!;
    expect(keys).toContainEqual(winner);
    expect(seen).toEqual(keys.map(() => [winner]));
    expect(await fixture().adapter.signingKeys(ampleDeadline())).toEqual([winner]);
    const late = await fixture().adapter.addFirstSigningKey(ampleDeadline(), aSigningKey());
    expect(late).toEqual([winner]);
  });
};

const describeUsers = (fixture: CredentialFixture): void => {
  test('a user is found by its name, with its account', async () => {
    const [account, user] = [randomAccount(), aUser()];
    expect(await fixture().adapter.addUser(scopeOf(account), user)).toBe('added');
    expect(await fixture().adapter.user(ampleDeadline(), user.username)).toEqual({ ...user, account });
    expect(await fixture().adapter.user(ampleDeadline(), randomName('user'))).toBeNull();
    expect(await fixture().adapter.user(ampleDeadline(), user.username.toUpperCase())).toBeNull();
  });

  test('a user name exists once over all accounts', async () => {
    const [account, user] = [randomAccount(), aUser()];
    await fixture().adapter.addUser(scopeOf(account), user);
    for (const other of [account, randomAccount()]) {
      const again = aUser({ username: user.username, passwordHash: 'other' });
      expect(await fixture().adapter.addUser(scopeOf(other), again)).toBe('exists');
    }
    expect(await fixture().adapter.user(ampleDeadline(), user.username)).toEqual({ ...user, account });
  });

  test('of users of one name that race one is added', async () => {
    const user = aUser();
    const outcomes = await Promise.all(
      manyOf(16, () => fixture().adapter.addUser(scopeOf(randomAccount()), user)),
    );
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
  });

  test('an account lists its own users by name', async () => {
    const account = randomAccount();
    const users = ['c', 'a', 'b'].map((name) => aUser({ username: `${name}-${account}` }));
    for (const user of users) await fixture().adapter.addUser(scopeOf(account), user);
    await fixture().adapter.addUser(scopeOf(randomAccount()), aUser());
    expect(await fixture().adapter.users(scopeOf(account))).toEqual([users[1], users[2], users[0]]);
    expect(await fixture().adapter.users(scopeOf(randomAccount()))).toEqual([]);
  });

  test.each(ODD_TEXTS)('a user may be called %j', async (text) => {
    const [account, user] = [randomAccount(), aUser({ username: `${text}${randomName('')}` })];
    await fixture().adapter.addUser(scopeOf(account), user);
    expect(await fixture().adapter.user(ampleDeadline(), user.username)).toEqual({ ...user, account });
  });
};

const describeTokens = (fixture: CredentialFixture): void => {
  test('a refresh token is found by its hash until it is removed', async () => {
    const [token, other] = [aRefreshToken(), aRefreshToken()];
    const store = fixture().adapter;
    await store.addRefreshToken(ampleDeadline(), token);
    await store.addRefreshToken(ampleDeadline(), other);
    expect(await store.refreshToken(ampleDeadline(), token.hash)).toEqual(token);
    expect(await store.removeRefreshToken(ampleDeadline(), token.hash)).toBe(true);
    expect(await store.removeRefreshToken(ampleDeadline(), token.hash)).toBe(false);
    expect(await store.refreshToken(ampleDeadline(), token.hash)).toBeNull();
    expect(await store.refreshToken(ampleDeadline(), other.hash)).toEqual(other);
  });
};

const describeFailures = (fixture: CredentialFixture): void => {
  test('failures are counted per subject, those of one moment each for itself', async () => {
    const [store, subject, other] = [fixture().adapter, randomName('subject'), randomName('subject')];
    await store.addLoginFailures(ampleDeadline(), [subject, other], 1_000);
    await store.addLoginFailures(ampleDeadline(), [subject], 2_000);
    await Promise.all(manyOf(3, () => store.addLoginFailures(ampleDeadline(), [subject], 3_000)));
    expect(await store.loginFailures(ampleDeadline(), [subject, other, randomName('subject')], 0)).toEqual([
      { count: 5, oldest: 1_000, newest: 3_000 },
      { count: 1, oldest: 1_000, newest: 1_000 },
      { count: 0, oldest: 0, newest: 0 },
    ]);
  });

  test('failures before the asked time do not count', async () => {
    const [store, subject] = [fixture().adapter, randomName('subject')];
    for (const at of [1_000, 2_000, 3_000]) await store.addLoginFailures(ampleDeadline(), [subject], at);
    const since = async (time: number) => (await store.loginFailures(ampleDeadline(), [subject], time))[0];
    expect(await since(2_000)).toEqual({ count: 2, oldest: 2_000, newest: 3_000 });
    expect(await since(2_001)).toEqual({ count: 1, oldest: 3_000, newest: 3_000 });
    expect(await since(3_001)).toEqual({ count: 0, oldest: 0, newest: 0 });
  });

  test('a right password clears the failures of its subjects only', async () => {
    const [store, subject, other] = [fixture().adapter, randomName('subject'), randomName('subject')];
    await store.addLoginFailures(ampleDeadline(), [subject, other], 1_000);
    await store.clearLoginFailures(ampleDeadline(), [subject]);
    const [cleared, kept] = await store.loginFailures(ampleDeadline(), [subject, other], 0);
    expect([cleared?.count, kept?.count]).toEqual([0, 1]);
  });
};

const describeDurability = (fixture: CredentialFixture): void => {
  test('everything is there after the store was opened again', async () => {
    const [account, user, token] = [randomAccount(), aUser(), aRefreshToken()];
    const subject = randomName('subject');
    await fixture().adapter.addUser(scopeOf(account), user);
    await fixture().adapter.addRefreshToken(ampleDeadline(), token);
    await fixture().adapter.addLoginFailures(ampleDeadline(), [subject], 1_000);
    const keys = await fixture().adapter.addFirstSigningKey(ampleDeadline(), aSigningKey());
    const store = await fixture().reopen();
    expect(await store.user(ampleDeadline(), user.username)).toEqual({ ...user, account });
    expect(await store.users(scopeOf(account))).toEqual([user]);
    expect(await store.refreshToken(ampleDeadline(), token.hash)).toEqual(token);
    expect(await store.signingKeys(ampleDeadline())).toEqual(keys);
    expect((await store.loginFailures(ampleDeadline(), [subject], 0))[0]?.count).toBe(1);
  });

  test('rejects with Unavailable where the deadline has passed', async () => {
    const store = fixture().adapter;
    await expect(store.user(PAST_DEADLINE, 'u')).rejects.toThrow(Unavailable);
    const added = store.addUser(scopeOf(randomAccount(), PAST_DEADLINE), aUser());
    await expect(added).rejects.toThrow(Unavailable);
    await expect(store.loginFailures(PAST_DEADLINE, ['s'], 0)).rejects.toThrow(Unavailable);
  });
};
