import { randomBytes } from 'node:crypto';
import type { Keyring } from '@kith/platform';
import type { CookieOptions, Request, Response } from 'express';

const SESSION = /^[\w-]{43}$/;

/** Binds a form to the browser that asked for it, before anybody is logged in. */
export interface Csrf {
  /** The token for the form; gives the browser a session cookie where it has none. */
  tokenFor(request: Request, response: Response): string;
  /** Whether the request comes from our own form in the browser that has the session. */
  isRight(request: Request, token: string): boolean;
  /** Ends the session, so that sending the form again brings nothing. */
  end(response: Response): void;
}

export interface CsrfNeeds {
  readonly keyring: Keyring;
  /** Whether browsers reach Kith by https. */
  readonly secure: boolean;
}

export const createCsrf = ({ keyring, secure }: CsrfNeeds): Csrf => {
  const cookie = secure ? '__Secure-kith_session' : 'kith_session';
  const options: CookieOptions = { httpOnly: true, sameSite: 'strict', path: '/auth', secure };
  const sessionOf = (request: Request): string | null => {
    const value: unknown = (request.cookies as Readonly<Record<string, unknown>>)[cookie];
    return typeof value === 'string' && SESSION.test(value) ? value : null;
  };
  const begin = (response: Response): string => {
    const session = randomBytes(32).toString('base64url');
    response.cookie(cookie, session, options);
    return session;
  };
  return {
    tokenFor: (request, response) =>
      keyring.mac('login', 'csrf', sessionOf(request) ?? begin(response)).toString('base64url'),
    isRight: (request, token) => {
      const session = sessionOf(request);
      if (session === null || !isOfOurPage(request)) return false;
      return keyring.verify('login', Buffer.from(token, 'base64url'), 'csrf', session);
    },
    end: (response) => void response.clearCookie(cookie, options),
  };
};

/** Browsers say where a request comes from; those that do not have the cookie's `SameSite` alone. */
const isOfOurPage = (request: Request): boolean =>
  (request.get('Sec-Fetch-Site') ?? 'same-origin') === 'same-origin';
