import type { AccountUser } from '@kith/ports';
import type { Response } from 'express';
import type { TokenFetched } from '../login/fetch-offline-token.ts';
import { PAGE_LOGIN_MS, type PageLogins } from '../login/page-logins.ts';
import { tokenPage } from '../pages/token-page.ts';
import type { OwnTokens } from '../tokens/own-tokens.ts';
import type { Csrf } from './csrf.ts';
import type { InTime } from './in-time.ts';
import type { BrowserSession, SessionCookie } from './session-cookie.ts';

export interface WelcomeDeps {
  readonly cookie: SessionCookie;
  readonly csrf: Csrf;
  readonly logins: PageLogins;
  readonly ownTokens: OwnTokens;
  readonly inTime: InTime;
  /** The absolute address of `/auth/token`. */
  readonly tokenEndpoint: string;
}

/** What somebody gets who has logged in: a new session, and the token or the list. */
export interface Welcome {
  withToken(response: Response, issued: Issued): Promise<void>;
  toTheList(response: Response, user: AccountUser): void;
}

/** A token that was just issued. */
export type Issued = Extract<TokenFetched, { kind: 'issued' }>;

export const createWelcome = (deps: WelcomeDeps): Welcome => {
  const { cookie, csrf, logins, ownTokens, inTime, tokenEndpoint } = deps;
  const begin = (response: Response, user: AccountUser): BrowserSession =>
    cookie.renew(response, (id) => logins.seal(id, user), PAGE_LOGIN_MS);
  return {
    withToken: async (response, { token, stored, user }) => {
      const tokens = await inTime('the tokens', (deadline) => ownTokens.list(deadline, user));
      const list = { tokens, username: user.username, newest: stored.sessionState };
      const form = csrf.tokenFor(begin(response, user), 'tokens');
      response.type('html').send(tokenPage({ token, tokenEndpoint, list: { ...list, csrf: form } }));
    },
    toTheList: (response, user) => {
      begin(response, user);
      response.redirect(303, 'tokens');
    },
  };
};
