import type { AccountUser } from '@kith/ports';
import type { Request, RequestHandler, Response } from 'express';
import type { PageLogins } from '../login/page-logins.ts';
import { tokensPage } from '../pages/tokens-page.ts';
import type { OwnTokens } from '../tokens/own-tokens.ts';
import type { Csrf } from './csrf.ts';
import { formOf } from './form.ts';
import type { InTime } from './in-time.ts';
import type { BrowserSession, SessionCookie } from './session-cookie.ts';

export interface TokenListDeps {
  readonly cookie: SessionCookie;
  readonly csrf: Csrf;
  readonly logins: PageLogins;
  readonly ownTokens: OwnTokens;
  readonly inTime: InTime;
}

/** `/auth/tokens`: the offline tokens of whoever is logged in at the page. */
export interface TokenList {
  readonly show: RequestHandler;
  readonly revoke: RequestHandler;
  readonly logOut: RequestHandler;
}

interface Visit {
  readonly session: BrowserSession;
  readonly user: AccountUser;
}

// Addresses are relative: Kith may be published under a path.
export const createTokenList = ({ cookie, csrf, logins, ownTokens, inTime }: TokenListDeps): TokenList => {
  const visitOf = async (request: Request): Promise<Visit | null> => {
    const session = cookie.of(request);
    const login = session?.login ?? null;
    if (session === null || login === null) return null;
    const user = await inTime('the session', (deadline) => logins.open(deadline, session.id, login));
    return user === null ? null : { session, user };
  };
  const isOurForm = (request: Request): boolean =>
    csrf.isRight(request, cookie.of(request), 'tokens', formOf(request)?.get('csrf') ?? '');
  const showList = async (response: Response, visit: Visit, told: string | null): Promise<void> => {
    const tokens = await inTime('the tokens', (deadline) => ownTokens.list(deadline, visit.user));
    const form = csrf.tokenFor(visit.session, 'tokens');
    const list = { tokens, username: visit.user.username, csrf: form, newest: null };
    response.type('html').send(tokensPage(list, told));
  };
  const revokeOf = (request: Request, { user }: Visit): Promise<boolean> => {
    const session = formOf(request)?.get('session') ?? '';
    return inTime('the revocation', (deadline) => ownTokens.revoke(deadline, user, session));
  };

  return {
    show: async (request, response) => {
      const visit = await visitOf(request);
      if (visit === null) return response.redirect(303, 'offline-token?ended');
      await showList(response, visit, noticeIn(request));
    },
    revoke: async (request, response) => {
      const visit = await visitOf(request);
      if (visit === null) return response.redirect(303, '../offline-token?ended');
      if (!isOurForm(request)) return showList(response.status(403), visit, 'Nothing was revoked.');
      response.redirect(303, (await revokeOf(request, visit)) ? '../tokens?revoked' : '../tokens?unknown');
    },
    logOut: (request, response) => {
      if (isOurForm(request)) cookie.end(response);
      response.redirect(303, '../offline-token');
    },
  };
};

/** What came of the revocation that led here; the same for a token that nobody has and for another user's. */
const noticeIn = ({ query }: Request): string | null => {
  if ('revoked' in query) return 'The token was revoked.';
  return 'unknown' in query ? 'Nothing was revoked: you have no such token.' : null;
};
