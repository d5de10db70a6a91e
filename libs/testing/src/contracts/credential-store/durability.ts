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
    const attempt = { id: 'try', subjects: [subject], at: 1_000, endsBy: 2_000 };
    await fixture().adapter.beginLoginTry(ampleDeadline(), attempt, 0, () => true);
    const keys = await fixture().adapter.addFirstSigningKey(ampleDeadline(), aSigningKey());
    const store = await fixture().reopen();
    expect(await store.user(ampleDeadline(), user.username)).toEqual({ ...user, account });
    expect(await store.users(scopeOf(account))).toEqual([user]);
    expect(await store.refreshToken(ampleDeadline(), token.hash)).toEqual(token);
    expect(await store.refreshTokensOfUser(scopeOf(token.account), token.username, 1)).toEqual([token]);
    expect(await store.signingKeys(ampleDeadline())).toEqual(keys);
    const later = { ...attempt, id: 'later', at: 3_000 };
    const { tries } = await store.beginLoginTry(ampleDeadline(), later, 0, () => false);
    expect(tries[0]?.failed.count).toBe(1);
  });

  test('rejects with Unavailable where the deadline has passed', async () => {
    const store = fixture().adapter;
    await expect(store.user(PAST_DEADLINE, 'u')).rejects.toThrow(Unavailable);
    const added = store.addUser(scopeOf(randomAccount(), PAST_DEADLINE), aUser(), anAct());
    await expect(added).rejects.toThrow(Unavailable);
    const attempt = { id: 'try', subjects: ['s'], at: 1, endsBy: 2 };
    await expect(store.beginLoginTry(PAST_DEADLINE, attempt, 0, () => true)).rejects.toThrow(Unavailable);
  });
};
