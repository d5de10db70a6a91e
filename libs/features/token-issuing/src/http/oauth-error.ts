import type { Response } from 'express';

/**
 * The errors of RFC 6749 section 5.2, RFC 7009 and RFC 7662 that Kith gives; `server_error` says only its request id, and
 * `temporarily_unavailable`, which section 4.1.2.1 has for the same, comes with `Retry-After`.
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'server_error'
  | 'temporarily_unavailable';

/** Answers with an error of RFC 6749 section 5.2. */
export const refuse = (
  response: Response,
  error: OAuthErrorCode,
  description: string,
  status = 400,
): void => {
  response.status(status).json({ error, error_description: description });
};
