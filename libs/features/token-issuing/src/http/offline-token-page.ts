import type { Request, RequestHandler, Response } from 'express';
import type { FetchOfflineToken, TokenFetched } from '../login/fetch-offline-token.ts';
import type { LogIn, LoggedIn } from '../login/log-in.ts';
import { ENDED, STALE, UNFIT_NAME } from '../pages/login-problems.ts';
import { isTokenName } from '../tokens/token-name.ts';
import type { InTime } from './in-time.ts';
import { loginAnswer } from './login-answer.ts';
import type { LoginForm } from './login-form.ts';
import { submissionOf, type LoginSubmission } from './login-submission.ts';
import type { Welcome } from './welcome.ts';

export interface OfflineTokenPageDeps {
  readonly form: LoginForm;
  readonly welcome: Welcome;
  readonly logIn: LogIn;
  readonly fetchOfflineToken: FetchOfflineToken;
  readonly clientAddress: (request: Request) => string;
  readonly inTime: InTime;
  /** Told how each try ended. */
  readonly onTry: (outcome: Outcome['kind']) => void;
}

type Outcome = LoggedIn | TokenFetched;

export interface OfflineTokenPage {
  readonly show: RequestHandler;
  readonly submit: RequestHandler;
}

/**
 * `/auth/offline-token` (docs/behaviour.md#the-offline-token-page): a form, and after a right login the token, this
 * once.
 */
export const createOfflineTokenPage = (deps: OfflineTokenPageDeps): OfflineTokenPage => {
  const { form, welcome, logIn, fetchOfflineToken, clientAddress, inTime, onTry } = deps;

  const tryToLogIn = async (request: Request, submission: LoginSubmission): Promise<Outcome> => {
    const attempt = { ...submission, address: clientAddress(request) };
    const outcome = await inTime<Outcome>('the login', (deadline) =>
      submission.listOnly ? logIn(deadline, attempt) : fetchOfflineToken(deadline, attempt),
    );
    onTry(outcome.kind);
    return outcome;
  };
  const answer = async (request: Request, response: Response, submission: LoginSubmission): Promise<void> => {
    const outcome = await tryToLogIn(request, submission);
    if (outcome.kind === 'issued') return welcome.withToken(response, outcome);
    if (outcome.kind === 'welcome') return welcome.toTheList(response, outcome.user);
    const { status, problem, headers } = loginAnswer(outcome);
    form.show(request, response.status(status).set(headers), { about: 'login', text: problem }, submission);
  };

  return {
    show: (request, response) => form.show(request, response, 'ended' in request.query ? ENDED : null),
    submit: async (request, response) => {
      const submission = submissionOf(request);
      if (!form.isOurs(request, submission.csrf)) return form.show(request, response.status(403), STALE);
      if (!isTokenName(submission.tokenName)) {
        return form.show(request, response.status(400), UNFIT_NAME, submission);
      }
      await answer(request, response, submission);
    },
  };
};
