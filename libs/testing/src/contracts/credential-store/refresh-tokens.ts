import { expect, test } from 'vitest';
import { aRefreshToken } from '../../builders/credentials.ts';
import { randomAccount, randomName } from '../../builders/ids.ts';
import { ampleDeadline, scopeOf } from '../../builders/scope.ts';
import type { CredentialFixture } from './credential-fixture.ts';

export const describeTokens = (fixture: CredentialFixture): void => {
  test('a refresh token is found by its hash until it is removed', async () => {
    const [token, other] = [aRefreshToken(), aRefreshToken()];
    const store = fixture().adapter;
    await store.refreshTokens.add(ampleDeadline(), token);
    await store.refreshTokens.add(ampleDeadline(), other);
    expect(await store.refreshTokens.find(ampleDeadline(), token.hash)).toEqual(token);
    expect(await store.refreshTokens.remove(ampleDeadline(), token.hash)).toBe(true);
    expect(await store.refreshTokens.remove(ampleDeadline(), token.hash)).toBe(false);
    expect(await store.refreshTokens.find(ampleDeadline(), token.hash)).toBeNull();
    expect(await store.refreshTokens.find(ampleDeadline(), other.hash)).toEqual(other);
  });
};

export const describeTokensOfUsers = (fixture: CredentialFixture): void => {
  test('the tokens of a user are listed, the newest first, no more than asked for', async () => {
    const [store, account, username] = [fixture().adapter, randomAccount(), randomName('user')];
    const tokens = [1, 2, 3].map((createdAt) =>
      aRefreshToken({ account, username, createdAt, name: `token ${createdAt}` }),
    );
    for (const token of tokens) await store.refreshTokens.add(ampleDeadline(), token);
    await store.refreshTokens.add(ampleDeadline(), aRefreshToken({ account }));
    const listed = (limit: number) => store.refreshTokens.ofUser(scopeOf(account), username, limit);
    expect(await listed(10)).toEqual(tokens.toReversed());
    expect(await listed(2)).toEqual([tokens[2], tokens[1]]);
    expect(await store.refreshTokens.ofUser(scopeOf(randomAccount()), username, 10)).toEqual([]);
    await store.refreshTokens.remove(ampleDeadline(), tokens[1]!.hash);
    expect(await listed(10)).toEqual([tokens[2], tokens[0]]);
  });

  test('a token is found by its session in its account alone', async () => {
    const [store, token] = [fixture().adapter, aRefreshToken()];
    await store.refreshTokens.add(ampleDeadline(), token);
    const { account, sessionState } = token;
    expect(await store.refreshTokens.ofSession(scopeOf(account), sessionState)).toEqual(token);
    expect(await store.refreshTokens.ofSession(scopeOf(randomAccount()), sessionState)).toBeNull();
    expect(await store.refreshTokens.ofSession(scopeOf(account), randomName('session'))).toBeNull();
    await store.refreshTokens.remove(ampleDeadline(), token.hash);
    expect(await store.refreshTokens.ofSession(scopeOf(account), sessionState)).toBeNull();
  });

  test('the latest use of a token is remembered, and none brings a removed token back', async () => {
    const [store, token] = [fixture().adapter, aRefreshToken()];
    await store.refreshTokens.add(ampleDeadline(), token);
    for (const at of [2_000, 3_000, 1_000])
      await store.refreshTokens.noteUse(ampleDeadline(), token.hash, at);
    expect(await store.refreshTokens.find(ampleDeadline(), token.hash)).toEqual({
      ...token,
      lastUsedAt: 3_000,
    });
    await store.refreshTokens.remove(ampleDeadline(), token.hash);
    await store.refreshTokens.noteUse(ampleDeadline(), token.hash, 4_000);
    expect(await store.refreshTokens.find(ampleDeadline(), token.hash)).toBeNull();
  });
};
