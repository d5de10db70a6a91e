import type { Request, RequestHandler, Response } from 'express';
import type { Deadline } from '@kith/ports';
import type { LogIn, LoggedIn } from '../login/log-in.ts';
import { loginPage } from '../pages/login-page.ts';
import { tokenPage } from '../pages/token-page.ts';
import type { RefreshTokens } from '../tokens/refresh-tokens.ts';
import { asLoginName } from '../users/user-rules.ts';
import type { Csrf } from './csrf.ts';
import type { DeadlineOf } from './deadline-of.ts';
import { formOf } from './form.ts';
import type { Form } from './form.ts';
import { loginAnswer } from './login-answer.ts';

export interface OfflineTokenPageNeeds {
  readonly csrf: Csrf;
  readonly logIn: LogIn;
  readonly refreshTokens: RefreshTokens;
  readonly clientAddress: (request: Request) => string;
  readonly deadline: DeadlineOf;
  /** The absolute address of `/auth/token`. */
  readonly tokenEndpoint: string;
  /** Told how each try ended. */
  readonly onTry: (outcome: LoggedIn['kind']) => void;
}

export interface OfflineTokenPage {
  readonly show: RequestHandler;
  readonly submit: RequestHandler;
}

const EMPTY: Form = new Map();
const STALE = 'The form was too old. Please log in again.';

/** `/auth/offline-token` (specification, A2): a form, and after a right login the token, this once. */
export const createOfflineTokenPage = (needs: OfflineTokenPageNeeds): OfflineTokenPage => {
  const { csrf, logIn, clientAddress, deadline, onTry } = needs;

  const showForm = (request: Request, response: Response, username: string, problem: string | null): void =>
    void response.type('html').send(loginPage({ csrf: csrf.tokenFor(request, response), username, problem }));

  return {
    show: (request, response) => showForm(request, response, '', null),
    submit: async (request, response) => {
      const form = formOf(request) ?? EMPTY;
      if (!csrf.isRight(request, form.get('csrf') ?? '')) {
        return showForm(request, response.status(403), '', STALE);
      }
      const [username, password] = [asLoginName(form.get('username') ?? ''), form.get('password') ?? ''];
      const due = deadline();
      const outcome = await logIn(due, { username, password, address: clientAddress(request) });
      onTry(outcome.kind);
      if (outcome.kind === 'welcome') return showToken(needs, response, due, outcome);
      const { status, problem, headers } = loginAnswer(outcome);
      showForm(request, response.status(status).set(headers), username, problem);
    },
  };
};

const showToken = async (
  { csrf, refreshTokens, tokenEndpoint }: OfflineTokenPageNeeds,
  response: Response,
  deadline: Deadline,
  { user }: Extract<LoggedIn, { kind: 'welcome' }>,
): Promise<void> => {
  const token = await refreshTokens.issue(deadline, user);
  csrf.end(response);
  response.type('html').send(tokenPage({ token, tokenEndpoint }));
};
