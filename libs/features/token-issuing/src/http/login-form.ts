import type { Request, Response } from 'express';
import { loginPage } from '../pages/login-page.ts';
import type { FormProblem } from '../pages/login-problems.ts';
import type { Csrf } from './csrf.ts';
import type { LoginSubmission } from './login-submission.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What is shown again of what was typed; never the password. */
export type Typed = Pick<LoginSubmission, 'username' | 'tokenName'>;

/** The login form, bound to the browser that asked for it. */
export interface LoginForm {
  show(request: Request, response: Response, problem: FormProblem | null, typed?: Typed): void;
  /** Whether the request comes from the form that this browser was shown. */
  isOurs(request: Request, token: string): boolean;
}

const NOTHING: Typed = { username: '', tokenName: '' };

export const createLoginForm = (cookie: SessionCookie, csrf: Csrf): LoginForm => ({
  show: (request, response, problem, typed = NOTHING) => {
    const token = csrf.tokenFor(cookie.ensure(request, response), 'login');
    const { username, tokenName } = typed;
    response.type('html').send(loginPage({ username, tokenName, csrf: token, problem }));
  },
  isOurs: (request, token) => csrf.isRight(request, cookie.of(request), 'login', token),
});
