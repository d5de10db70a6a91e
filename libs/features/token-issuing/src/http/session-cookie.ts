import type { RandomBytes } from '@kith/platform';
import type { CookieOptions, Request, Response } from 'express';

/** What a browser carries: a random id, and after a login the proof of it. */
export interface BrowserSession {
  readonly id: string;
  /** Sealed; null before a login. */
  readonly login: string | null;
}

/** The session of a browser, in a cookie that no script and no other site can use. */
export interface SessionCookie {
  of(request: Request): BrowserSession | null;
  /** The request's session, or a new one that the answer gives to the browser. */
  ensure(request: Request, response: Response): BrowserSession;
  /** A new session for somebody who has just logged in; a form of the session before is good no more. */
  renew(response: Response, seal: (id: string) => string, lifeMs: number): BrowserSession;
  end(response: Response): void;
}

const VALUE = /^(?<id>[\w-]{43})(?:\.(?<login>[\w.-]{1,2000}))?$/;

/** `secure` where browsers reach Kith by https. */
export const createSessionCookie = (secure: boolean, randomBytes: RandomBytes): SessionCookie => {
  const name = secure ? '__Secure-kith_session' : 'kith_session';
  const options: CookieOptions = { httpOnly: true, sameSite: 'strict', path: '/auth', secure };
  const randomId = (): string => randomBytes(32).toString('base64url');
  const of = (request: Request): BrowserSession | null => {
    const value: unknown = (request.cookies as Readonly<Record<string, unknown>>)[name];
    const { id, login } = (typeof value === 'string' ? VALUE.exec(value)?.groups : undefined) ?? {};
    return id === undefined ? null : { id, login: login ?? null };
  };
  const begin = (response: Response): BrowserSession => {
    const id = randomId();
    response.cookie(name, id, options);
    return { id, login: null };
  };
  return {
    of,
    ensure: (request, response) => of(request) ?? begin(response),
    renew: (response, seal, lifeMs) => {
      const id = randomId();
      const login = seal(id);
      response.cookie(name, `${id}.${login}`, { ...options, maxAge: lifeMs });
      return { id, login };
    },
    end: (response) => void response.clearCookie(name, options),
  };
};
