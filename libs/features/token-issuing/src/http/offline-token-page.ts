import type { Request, RequestHandler, Response } from 'express';
import type { FetchOfflineToken, TokenFetched } from '../login/fetch-offline-token.ts';
import { loginPage } from '../pages/login-page.ts';
import { tokenPage } from '../pages/token-page.ts';
import { asLoginName } from '../users/user-rules.ts';
import type { Csrf } from './csrf.ts';
import { formOf } from './form.ts';
import type { Form } from './form.ts';
import type { InTime } from './in-time.ts';
import { loginAnswer } from './login-answer.ts';

export interface OfflineTokenPageNeeds {
  readonly csrf: Csrf;
  readonly fetchOfflineToken: FetchOfflineToken;
  readonly clientAddress: (request: Request) => string;
  readonly inTime: InTime;
  /** The absolute address of `/auth/token`. */
  readonly tokenEndpoint: string;
  /** Told how each try ended. */
  readonly onTry: (outcome: TokenFetched['kind']) => void;
}

export interface OfflineTokenPage {
  readonly show: RequestHandler;
  readonly submit: RequestHandler;
}

const EMPTY: Form = new Map();
const STALE = 'The form was too old. Please log in again.';

/** `/auth/offline-token` (specification, A2): a form, and after a right login the token, this once. */
export const createOfflineTokenPage = (needs: OfflineTokenPageNeeds): OfflineTokenPage => {
  const { csrf, fetchOfflineToken, clientAddress, inTime, tokenEndpoint, onTry } = needs;

  const showForm = (request: Request, response: Response, username: string, problem: string | null): void =>
    void response.type('html').send(loginPage({ csrf: csrf.tokenFor(request, response), username, problem }));
  const showToken = (response: Response, token: string): void => {
    csrf.end(response);
    response.type('html').send(tokenPage({ token, tokenEndpoint }));
  };

  return {
    show: (request, response) => showForm(request, response, '', null),
    submit: async (request, response) => {
      const form = formOf(request) ?? EMPTY;
      if (!csrf.isRight(request, form.get('csrf') ?? '')) {
        return showForm(request, response.status(403), '', STALE);
      }
      const username = asLoginName(form.get('username') ?? '');
      const attempt = { username, password: form.get('password') ?? '', address: clientAddress(request) };
      const outcome = await inTime('the login', (deadline) => fetchOfflineToken(deadline, attempt));
      onTry(outcome.kind);
      if (outcome.kind === 'issued') return showToken(response, outcome.token);
      const { status, problem, headers } = loginAnswer(outcome);
      showForm(request, response.status(status).set(headers), username, problem);
    },
  };
};
