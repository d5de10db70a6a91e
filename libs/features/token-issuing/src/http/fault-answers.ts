import { Overload, requestIdOf, type Logger } from '@kith/platform';
import type { ErrorRequestHandler } from 'express';
import { faultPage, overloadPage } from '../pages/fault-page.ts';
import { UNREADABLE } from '../pages/login-problems.ts';
import { bodyRefusal } from './form.ts';
import type { LoginForm } from './login-form.ts';

const FAULT = 'server_error';

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
