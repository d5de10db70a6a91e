/** What the `Authorization` header brought: a token, nothing that is one, or something that cannot be one. */
export type BearerToken =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed' };

const CREDENTIALS = /^(?<scheme>[^\s]+)(?:\s+(?<token>.*))?$/;
/** RFC 6750 section 2.1. */
const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const MAX_TOKEN = 8_192;

/** Reads the values of the `Authorization` header; the scheme's letter case does not count (RFC 9110). */
export const readBearerToken = (headers: readonly string[]): BearerToken => {
  const [header, ...others] = headers;
  if (header === undefined) return { kind: 'absent' };
  if (others.length > 0) return { kind: 'malformed' };
  const { scheme = '', token = '' } = CREDENTIALS.exec(header.trim())?.groups ?? {};
  if (scheme.toLowerCase() !== 'bearer' || token === '') return { kind: 'absent' };
  const wellFormed = token.length <= MAX_TOKEN && B64TOKEN.test(token);
  return wellFormed ? { kind: 'token', token } : { kind: 'malformed' };
};
