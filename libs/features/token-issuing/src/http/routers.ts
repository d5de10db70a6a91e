import type { Logger } from '@kith/platform';
import { notFoundHandler } from '@kith/platform';
import cookieParser from 'cookie-parser';
import { Router } from 'express';
import type { RequestHandler } from 'express';
import type { Csrf } from './csrf.ts';
import { oauthFaults, pageFaults } from './fault-answers.ts';
import { parseForm } from './form.ts';
import { noStore } from './no-store.ts';
import type { OfflineTokenPage } from './offline-token-page.ts';
import { pageHeaders } from './page-headers.ts';

/** `/auth/TOKEN` is another path, and so is one with a slash at its end. */
const exactly = (): Router => Router({ strict: true, caseSensitive: true });

export interface OAuthEndpoints {
  readonly token: RequestHandler;
  readonly revoke: RequestHandler;
}

/** The endpoints for programs; their faults keep the shape of RFC 6749. */
export const oauthRouter = ({ token, revoke }: OAuthEndpoints, logger: Logger): Router => {
  const router = exactly();
  router.post('/auth/token', noStore, parseForm, token, oauthFaults(logger));
  router.post('/auth/revoke', noStore, parseForm, revoke, oauthFaults(logger));
  router.all(['/auth/token', '/auth/revoke'], notFoundHandler);
  return router;
};

/** The page for people. */
export const pageRouter = (page: OfflineTokenPage, csrf: Csrf, secure: boolean, logger: Logger): Router => {
  const router = exactly();
  const before = [noStore, pageHeaders(secure), cookieParser()];
  const faults = pageFaults(logger, csrf);
  router.get('/auth/offline-token', before, page.show, faults);
  router.post('/auth/offline-token', before, parseForm, page.submit, faults);
  router.all('/auth/offline-token', notFoundHandler);
  return router;
};

/** The keys for whoever verifies access tokens. */
export const jwksRouter = (jwks: RequestHandler): Router => {
  const router = exactly();
  router.get('/.well-known/jwks.json', jwks);
  router.all('/.well-known/jwks.json', notFoundHandler);
  return router;
};
