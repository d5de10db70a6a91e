import { expect, test } from 'vitest';
import { Unavailable } from '@kith/ports';
import { anAct, aRefreshToken, aSigningKey, aUser } from '../../builders/credentials.ts';
import { randomAccount, randomName } from '../../builders/ids.ts';
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import type { CredentialFixture } from './credential-fixture.ts';

export const describeDurability = (fixture: CredentialFixture): void => {
  test('everything is there after the store was opened again', async () => {
    const [account, user, token] = [randomAccount(), aUser(), aRefreshToken()];
    const subject = randomName('subject');
    await fixture().adapter.addUser(scopeOf(account), user, anAct());
    await fixture().adapter.addRefreshToken(ampleDeadline(), token);
    await fixture().adapter.addLoginFailures(ampleDeadline(), [subject], 1_000);
    const keys = await fixture().adapter.addFirstSigningKey(ampleDeadline(), aSigningKey());
    const store = await fixture().reopen();
    expect(await store.user(ampleDeadline(), user.username)).toEqual({ ...user, account });
    expect(await store.users(scopeOf(account))).toEqual([user]);
    expect(await store.refreshToken(ampleDeadline(), token.hash)).toEqual(token);
    expect(await store.refreshTokensOfUser(scopeOf(token.account), token.username, 1)).toEqual([token]);
    expect(await store.signingKeys(ampleDeadline())).toEqual(keys);
    expect((await store.loginFailures(ampleDeadline(), [subject], 0))[0]?.count).toBe(1);
  });

  test('rejects with Unavailable where the deadline has passed', async () => {
    const store = fixture().adapter;
    await expect(store.user(PAST_DEADLINE, 'u')).rejects.toThrow(Unavailable);
    const added = store.addUser(scopeOf(randomAccount(), PAST_DEADLINE), aUser(), anAct());
    await expect(added).rejects.toThrow(Unavailable);
    await expect(store.loginFailures(PAST_DEADLINE, ['s'], 0)).rejects.toThrow(Unavailable);
  });
};
