import { type Logger, notFoundHandler, Overload, requestIdOf } from '@kith/platform';
import cookieParser from 'cookie-parser';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { PAGE_POLICY } from '../pages/content-security-policy.ts';
import { faultPage, overloadPage } from '../pages/fault-page.ts';
import { UNREADABLE } from '../pages/login-problems.ts';
import { bodyRefusal, parseForm } from './form.ts';
import type { LoginForm } from './login-form.ts';
import type { OfflineTokenPage } from './offline-token-page.ts';
import type { TokenList } from './token-list.ts';

/** `/auth/TOKEN` is another path, and so is one with a slash at its end. */
const exactly = (): Router => Router({ strict: true, caseSensitive: true });

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

/** Tokens and forms are for nobody's cache; `Pragma` is for those of HTTP 1.0 (RFC 6749 section 5.1). */
const noStore: RequestHandler = (_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  next();
};

/** What browsers are told about the pages; `secure` where they reach Kith by https. */
const pageHeaders = (secure: boolean): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: Object.fromEntries(Object.entries(PAGE_POLICY).map(([name, list]) => [name, [...list]])),
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure,
  });

const FAULT = 'server_error';

/** What goes wrong at the page, as a page. */
const pageFaults =
  (logger: Logger, form: LoginForm): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = bodyRefusal(error);
    if (refusal !== null) {
      return form.show(request, response.status(refusal), UNREADABLE);
    }
    if (error instanceof Overload) {
      response.status(503).set(error.headers).type('html').send(overloadPage(error.retryAfterSeconds));
      return;
    }
    const requestId = requestIdOf(request);
    logger.error({ error, requestId, code: FAULT }, 'the offline token page could not answer');
    response.status(500).type('html').send(faultPage(requestId));
  };
