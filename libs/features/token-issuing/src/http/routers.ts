import { notFoundHandler, type Logger } from '@kith/platform';
import cookieParser from 'cookie-parser';
import { Router, type RequestHandler } from 'express';
import { oauthFaults, pageFaults } from './fault-answers.ts';
import { parseForm } from './form.ts';
import type { LoginForm } from './login-form.ts';
import { noStore } from './no-store.ts';
import { refuse } from './oauth-error.ts';
import type { OfflineTokenPage } from './offline-token-page.ts';
import { pageHeaders } from './page-headers.ts';
import type { TokenList } from './token-list.ts';

/** `/auth/TOKEN` is another path, and so is one with a slash at its end. */
const exactly = (): Router => Router({ strict: true, caseSensitive: true });

export interface OAuthEndpoints {
  readonly token: RequestHandler;
  readonly revoke: RequestHandler;
  readonly introspect: RequestHandler;
  /** Lets services pass. */
  readonly access: RequestHandler;
}

/** `/auth/tokens` is a page. */
const AT_OR_BELOW_THE_ENDPOINTS = /^\/auth\/(?:token|revoke|introspect)(?:\/.*)?$/;

/** The endpoints for programs; their faults keep the shape of RFC 6749. */
export const oauthRouter = (
  { token, revoke, introspect, access }: OAuthEndpoints,
  logger: Logger,
): Router => {
  const router = exactly();
  const faults = oauthFaults(logger);
  router.post('/auth/token', noStore, parseForm, token, faults);
  router.post('/auth/revoke', noStore, parseForm, revoke, faults);
  router.post('/auth/introspect', noStore, access, parseForm, introspect, faults);
  router.all(AT_OR_BELOW_THE_ENDPOINTS, noStore, nothingHere);
  return router;
};

/** Programs read every answer of these paths as RFC 6749 section 5.2 has it. */
const nothingHere: RequestHandler = (_request, response) =>
  refuse(response, 'invalid_request', 'Here only POST to the exact path of an endpoint is answered.', 404);

/** What people see. */
export interface Pages {
  readonly page: OfflineTokenPage;
  readonly list: TokenList;
  readonly form: LoginForm;
}

/** The pages for people; `secure` where they reach Kith by https. */
export const pageRouter = ({ page, list, form }: Pages, secure: boolean, logger: Logger): Router => {
  const router = exactly();
  const before = [noStore, pageHeaders(secure), cookieParser()];
  const faults = pageFaults(logger, form);
  router.get('/auth/offline-token', before, page.show, faults);
  router.post('/auth/offline-token', before, parseForm, page.submit, faults);
  router.get('/auth/tokens', before, list.show, faults);
  router.post('/auth/tokens/revoke', before, parseForm, list.revoke, faults);
  router.post('/auth/tokens/log-out', before, parseForm, list.logOut, faults);
  const others = ['/auth/offline-token', '/auth/tokens', '/auth/tokens/revoke', '/auth/tokens/log-out'];
  router.all(others, notFoundHandler);
  return router;
};

/** What whoever verifies access tokens, or sets up a client, reads. */
export const wellKnownRouter = (documents: Readonly<Record<string, RequestHandler>>): Router => {
  const router = exactly();
  for (const [name, handler] of Object.entries(documents)) {
    router.get(`/.well-known/${name}`, handler);
    router.all(`/.well-known/${name}`, notFoundHandler);
  }
  return router;
};
