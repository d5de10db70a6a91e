import type { AccountUser, Deadline, RefreshToken, RefreshTokenStore } from '@kith/ports';

/** The most tokens that the page lists. */
export const MAX_LISTED_TOKENS = 100;

/** What users do about the tokens of their own. */
export interface OwnTokens {
  /** The newest first; no more than `MAX_LISTED_TOKENS`. */
  list(deadline: Deadline, user: AccountUser): Promise<readonly RefreshToken[]>;
  /** Revokes the token of that session where it is the user's; whether it was. */
  revoke(deadline: Deadline, user: AccountUser, sessionState: string): Promise<boolean>;
}

export const createOwnTokens = (store: RefreshTokenStore): OwnTokens => ({
  list: async (deadline, { account, username, createdAt }) => {
    const scope = { account, deadline };
    const tokens = await store.ofUser(scope, username, MAX_LISTED_TOKENS);
    // Those of a removed user of the same name open nothing any more.
    return tokens.filter((token) => token.createdAt >= createdAt);
  },
  revoke: async (deadline, { account, username }, sessionState) => {
    const token = await store.ofSession({ account, deadline }, sessionState);
    if (token?.username !== username) return false;
    return store.remove(deadline, token.hash);
  },
});
