import type { Request, RequestHandler, Response } from 'express';
import type { FetchOfflineToken, TokenFetched } from '../login/fetch-offline-token.ts';
import type { LoggedIn, LogIn } from '../login/log-in.ts';
import { ENDED, STALE, UNFIT_NAME } from '../pages/login-problems.ts';
import { isTokenName } from '../tokens/token-name.ts';
import type { InTime } from './in-time.ts';
import type { LoginForm } from './login-form.ts';
import { type LoginSubmission, submissionOf } from './login-submission.ts';
import type { Welcome } from './welcome.ts';

/** How the form is shown again after a try that did not succeed. */
interface LoginAnswer {
  readonly status: number;
  readonly problem: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A try that did not succeed. */
type NoLogin = Exclude<TokenFetched, { kind: 'issued' }>;

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

/** The answer to a try that did not succeed; the same for a wrong password and a user who does not exist. */
const loginAnswer = (outcome: NoLogin): LoginAnswer => {
  switch (outcome.kind) {
    case 'refused':
      return {
        status: 401,
        problem: 'The user name or the password is wrong.',
        // A 401 must name a scheme (RFC 9110 section 15.5.2); browsers show the page for one they do not know.
        headers: { 'WWW-Authenticate': 'Form' },
      };
    case 'tooManyTries':
      return retryLater(429, outcome.waitMs, 'There were too many tries.');
    case 'busy':
      return retryLater(503, outcome.waitMs, 'Too many people are logging in at the moment.');
  }
};

const retryLater = (status: number, waitMs: number, why: string): LoginAnswer => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return {
    status,
    problem: `${why} Please try again in ${inWords(seconds)}.`,
    headers: { 'Retry-After': String(seconds) },
  };
};

const inWords = (seconds: number): string =>
  seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
