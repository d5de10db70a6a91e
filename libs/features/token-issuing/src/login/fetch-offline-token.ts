import type { Deadline } from '@kith/ports';
import type { RefreshTokens } from '../tokens/refresh-tokens.ts';
import type { LogIn, LoggedIn, LoginAttempt } from './log-in.ts';

/** What became of a try to fetch an offline token: the token, this once, or why there is none. */
export type TokenFetched =
  { readonly kind: 'issued'; readonly token: string } | Exclude<LoggedIn, { kind: 'welcome' }>;

/** Logs in and issues an offline token, bound to the user's account. */
export type FetchOfflineToken = (deadline: Deadline, attempt: LoginAttempt) => Promise<TokenFetched>;

export interface FetchOfflineTokenNeeds {
  readonly logIn: LogIn;
  readonly refreshTokens: RefreshTokens;
}

export const createFetchOfflineToken =
  ({ logIn, refreshTokens }: FetchOfflineTokenNeeds): FetchOfflineToken =>
  async (deadline, attempt) => {
    const outcome = await logIn(deadline, attempt);
    if (outcome.kind !== 'welcome') return outcome;
    return { kind: 'issued', token: await refreshTokens.issue(deadline, outcome.user) };
  };
