import type { RequestHandler, Response } from 'express';
import type { AccessTokenVerifier, TokenVerdict } from '../authentication/access-token-verifier.ts';
import { readBearerToken } from '../authentication/bearer-token.ts';
import { answerFailure } from './graphql-errors.ts';

export interface AuthenticateDeps {
  readonly verify: AccessTokenVerifier;
  /** Takes the request's account; says whether there is such an account. */
  readonly admit: (request: object, account: string) => boolean;
}

/** Lets nobody past without a valid access token; it stands ahead of whatever reads the body. */
export const authenticate =
  ({ verify, admit }: AuthenticateDeps): RequestHandler =>
  async (request, response, next) => {
    const bearer = readBearerToken(request.headersDistinct.authorization ?? []);
    if (bearer.kind === 'absent') return refuse(response, 'Bearer', 'An access token is needed.');
    const verdict: TokenVerdict = bearer.kind === 'token' ? await verify(bearer.token) : { kind: 'invalid' };
    if (verdict.kind === 'verified' && admit(request, verdict.account)) return next();
    const expired = verdict.kind === 'expired';
    const why = expired ? 'The access token has expired.' : 'The access token is not valid.';
    refuse(response, 'Bearer error="invalid_token"', why);
  };

const refuse = (response: Response, challenge: string, message: string): void => {
  response.set('WWW-Authenticate', challenge);
  answerFailure(response, { status: 401, code: 'unauthenticated', message });
};
