import { Overload, requestIdOf, type Logger } from '@kith/platform';
import type { ErrorRequestHandler } from 'express';
import { faultPage, overloadPage } from '../pages/fault-page.ts';
import { UNREADABLE } from '../pages/login-problems.ts';
import { bodyRefusal } from './form.ts';
import type { LoginForm } from './login-form.ts';
import { refuse } from './oauth-error.ts';

const FAULT = 'server_error';

const TOO_LARGE = 'The form has too many fields, or is longer than 32,768 bytes.';

const LATER = 'There is more to do than can be done in time; try again later.';

/** What goes wrong at the token endpoints, in the shape of RFC 6749 section 5.2. */
export const oauthFaults =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = bodyRefusal(error);
    if (refusal === 413) return refuse(response, 'invalid_request', TOO_LARGE, 413);
    if (refusal !== null) return refuse(response, 'invalid_request', 'The body must be an URL-encoded form.');
    if (error instanceof Overload) {
      response.set(error.headers);
      return refuse(response, 'temporarily_unavailable', LATER, 503);
    }
    const requestId = requestIdOf(request);
    logger.error({ error, requestId, code: FAULT }, 'a token endpoint could not answer');
    refuse(response, FAULT, `Request ${requestId} failed.`, 500);
  };

/** What goes wrong at the page, as a page. */
export const pageFaults =
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
