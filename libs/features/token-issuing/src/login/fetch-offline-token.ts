import type { AccountUser, Deadline, RefreshToken, UserStore } from '@kith/ports';
import type { RefreshTokens } from '../tokens/refresh-tokens.ts';
import type { LogIn, LoggedIn, LoginAttempt } from './log-in.ts';

/** What became of a try to fetch an offline token: the token, this once, or why there is none. */
export type TokenFetched =
  | {
      readonly kind: 'issued';
      readonly token: string;
      readonly stored: RefreshToken;
      readonly user: AccountUser;
    }
  | Exclude<LoggedIn, { kind: 'welcome' }>;

/** A login, and what the token is to be called. */
export interface TokenRequest extends LoginAttempt {
  readonly tokenName: string;
}

/** Logs in and issues an offline token, bound to the user's account. */
export type FetchOfflineToken = (deadline: Deadline, request: TokenRequest) => Promise<TokenFetched>;

export interface FetchOfflineTokenDeps {
  readonly users: UserStore;
  readonly logIn: LogIn;
  readonly refreshTokens: RefreshTokens;
}

export const createFetchOfflineToken =
  ({ users, logIn, refreshTokens }: FetchOfflineTokenDeps): FetchOfflineToken =>
  async (deadline, request) => {
    const outcome = await logIn(deadline, request);
    if (outcome.kind !== 'welcome') return outcome;
    const { user } = outcome;
    const issued = await refreshTokens.issue(deadline, user, request.tokenName);
    if (await hasPassword(users, deadline, user)) return { kind: 'issued', ...issued, user };
    await refreshTokens.revoke(deadline, issued.token);
    return { kind: 'refused' };
  };

/**
 * Somebody may have changed the password and revoked all tokens since it was checked: either this look sees the change,
 * or the revocation sees the token.
 */
const hasPassword = async (
  users: UserStore,
  deadline: Deadline,
  { username, passwordHash }: AccountUser,
): Promise<boolean> => (await users.find(deadline, username))?.passwordHash === passwordHash;
