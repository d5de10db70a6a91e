import { createAdmission, type Admission } from '@kith/platform';
import type { Router } from 'express';
import { createCsrf } from './http/csrf.ts';
import type { InTime } from './http/in-time.ts';
import { createLoginForm } from './http/login-form.ts';
import { createOfflineTokenPage } from './http/offline-token-page.ts';
import { pageRouter } from './http/routers.ts';
import { createSessionCookie } from './http/session-cookie.ts';
import { createTokenList } from './http/token-list.ts';
import { createWelcome } from './http/welcome.ts';
import { createFetchOfflineToken } from './login/fetch-offline-token.ts';
import { createLogIn } from './login/log-in.ts';
import { createLoginThrottle } from './login/login-throttle.ts';
import { createPageLogins } from './login/page-logins.ts';
import type { PasswordHasher } from './users/password-hasher.ts';
import { createOwnTokens } from './tokens/own-tokens.ts';
import type { RefreshTokens } from './tokens/refresh-tokens.ts';
import type { TokenIssuerDeps } from './token-issuing-deps.ts';

/** What the pages are built from. They share the last with the endpoints. */
export interface PageDeps extends TokenIssuerDeps {
  readonly inTime: InTime;
  readonly loginInTime: InTime;
  readonly passwords: PasswordHasher;
  readonly checks: Admission;
  readonly refreshTokens: RefreshTokens;
}

/** The pages for people: the login form, the token, the list of tokens. */
export const createPages = (deps: PageDeps): Router => {
  const { credentials, keyring, clock, clientAddress, logger } = deps;
  const secure = new URL(deps.publicUrl).protocol === 'https:';
  const { inTime, refreshTokens, passwords, checks } = deps;
  const beginnings = createAdmission({ work: 'login tries', least: 1, most: 1, metrics: deps.metrics });
  const throttle = createLoginThrottle({ ...deps, tries: credentials.loginTries, beginnings });
  const logIn = createLogIn({ users: credentials.users, throttle, passwords, checks });
  const visits = {
    inTime,
    cookie: createSessionCookie(secure, deps.randomBytes),
    csrf: createCsrf(keyring),
    logins: createPageLogins({ users: credentials.users, keyring, clock }),
    ownTokens: createOwnTokens(credentials.refreshTokens),
  };
  const form = createLoginForm(visits.cookie, visits.csrf);
  const tries = deps.metrics.counter('kith_login_tries_total', 'Tries to log in, by outcome.', ['outcome']);
  const page = createOfflineTokenPage({
    form,
    welcome: createWelcome({ ...visits, tokenEndpoint: `${deps.publicUrl.replace(/\/+$/, '')}/auth/token` }),
    logIn,
    fetchOfflineToken: createFetchOfflineToken({ users: credentials.users, logIn, refreshTokens }),
    clientAddress,
    inTime: deps.loginInTime,
    onTry: (outcome) => tries.inc({ outcome }),
  });
  return pageRouter({ page, list: createTokenList(visits), form }, secure, logger);
};
