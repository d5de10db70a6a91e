import type { Keyring } from '@kith/platform';
import type { Request } from 'express';
import type { BrowserSession } from './session-cookie.ts';

/** What a form is for: the token of one is good for no other. */
export type FormPurpose = 'login' | 'tokens';

/** Binds a form to the session of the browser that asked for it. */
export interface Csrf {
  /** The token for the form. */
  tokenFor(session: BrowserSession, purpose: FormPurpose): string;
  /** Whether the request comes from our own form in the browser that has the session. */
  isRight(request: Request, session: BrowserSession | null, purpose: FormPurpose, token: string): boolean;
}

export const createCsrf = (keyring: Keyring): Csrf => ({
  tokenFor: ({ id }, purpose) => keyring.mac('login', 'csrf', purpose, id).toString('base64url'),
  isRight: (request, session, purpose, token) =>
    session !== null &&
    isOfOurPage(request) &&
    keyring.verify('login', Buffer.from(token, 'base64url'), 'csrf', purpose, session.id),
});

/** Browsers say where a request comes from; those that do not have the cookie's `SameSite` alone. */
const isOfOurPage = (request: Request): boolean =>
  (request.get('Sec-Fetch-Site') ?? 'same-origin') === 'same-origin';
