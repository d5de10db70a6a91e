import type { IncomingMessage } from 'node:http';
import type { AccountRules } from '@kith/domain/pipeline';
import type { AccessTokenVerifier, TokenVerdict } from '../authentication/access-token-verifier.ts';
import { RequestRefusal } from './graphql-errors.ts';

/** What the `Authorization` header brought: a token, nothing that is one, or something that cannot be one. */
type BearerToken =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed' };

export interface AuthenticateDeps {
  readonly verify: AccessTokenVerifier;
  /** The accounts of the configuration in force. */
  readonly accounts: { get(account: string): AccountRules | undefined };
}

/** Whose account the caller of a request may read; throws `RequestRefusal` without a valid access token. */
export type Authenticate = (request: IncomingMessage) => Promise<AccountRules>;

/** Stands ahead of whatever reads the body. */
export const authenticate =
  ({ verify, accounts }: AuthenticateDeps): Authenticate =>
  async (request) => {
    const bearer = readBearerToken(request.headersDistinct.authorization ?? []);
    if (bearer.kind === 'absent') throw refusal('Bearer', 'An access token is needed.');
    const verdict: TokenVerdict = bearer.kind === 'token' ? await verify(bearer.token) : { kind: 'invalid' };
    const rules = verdict.kind === 'verified' ? accounts.get(verdict.account) : undefined;
    if (rules !== undefined) return rules;
    const expired = verdict.kind === 'expired';
    const why = expired ? 'The access token has expired.' : 'The access token is not valid.';
    throw refusal('Bearer error="invalid_token"', why);
  };

const refusal = (challenge: string, message: string): RequestRefusal =>
  new RequestRefusal({ status: 401, code: 'unauthenticated', message }, { 'WWW-Authenticate': challenge });

const MAX_TOKEN = 8_192;

/** RFC 6750 section 2.1. */
const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

const CREDENTIALS = /^(?<scheme>[^\s]+)(?:\s+(?<token>.*))?$/;

/** Reads the values of the `Authorization` header; the scheme's letter case does not count (RFC 9110). */
const readBearerToken = (headers: readonly string[]): BearerToken => {
  const [header, ...others] = headers;
  if (header === undefined) return { kind: 'absent' };
  if (others.length > 0) return { kind: 'malformed' };
  const { scheme = '', token = '' } = CREDENTIALS.exec(header.trim())?.groups ?? {};
  if (scheme.toLowerCase() !== 'bearer' || token === '') return { kind: 'absent' };
  const wellFormed = token.length <= MAX_TOKEN && B64TOKEN.test(token);
  return wellFormed ? { kind: 'token', token } : { kind: 'malformed' };
};
