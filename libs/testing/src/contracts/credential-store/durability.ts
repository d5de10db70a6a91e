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
    await fixture().adapter.users.add(scopeOf(account), user, anAct());
    await fixture().adapter.refreshTokens.add(ampleDeadline(), token);
    const attempt = { id: 'try', subjects: [subject], at: 1_000, endsBy: 2_000 };
    await fixture().adapter.loginTries.begin(ampleDeadline(), attempt, 0, () => true);
    const keys = await fixture().adapter.signingKeys.addFirst(ampleDeadline(), aSigningKey());
    const store = await fixture().reopen();
    expect(await store.users.find(ampleDeadline(), user.username)).toEqual({ ...user, account });
    expect(await store.users.list(scopeOf(account))).toEqual([user]);
    expect(await store.refreshTokens.find(ampleDeadline(), token.hash)).toEqual(token);
    expect(await store.refreshTokens.ofUser(scopeOf(token.account), token.username, 1)).toEqual([token]);
    expect(await store.signingKeys.list(ampleDeadline())).toEqual(keys);
    const later = { ...attempt, id: 'later', at: 3_000 };
    const { tries } = await store.loginTries.begin(ampleDeadline(), later, 0, () => false);
    expect(tries[0]?.failed.count).toBe(1);
  });

  test('rejects with Unavailable where the deadline has passed', async () => {
    const store = fixture().adapter;
    await expect(store.users.find(PAST_DEADLINE, 'u')).rejects.toThrow(Unavailable);
    const added = store.users.add(scopeOf(randomAccount(), PAST_DEADLINE), aUser(), anAct());
    await expect(added).rejects.toThrow(Unavailable);
    const attempt = { id: 'try', subjects: ['s'], at: 1, endsBy: 2 };
    await expect(store.loginTries.begin(PAST_DEADLINE, attempt, 0, () => true)).rejects.toThrow(Unavailable);
  });
};
