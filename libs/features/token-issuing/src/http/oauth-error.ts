import type { CodeAt } from '@kith/contracts';
import { problemType } from '@kith/platform';
import type { Response } from 'express';

/**
 * The errors of RFC 6749 section 5.2, RFC 7009 and RFC 7662 that Kith gives; `server_error` says only its request id, and
 * `temporarily_unavailable`, which section 4.1.2.1 has for the same, comes with `Retry-After`.
 */
export type OAuthErrorCode = CodeAt<'oauth'>;

/** Answers with an error of RFC 6749 section 5.2; `error_uri` leads to what the code means. */
export const refuse = (
  response: Response,
  error: OAuthErrorCode,
  description: string,
  status = 400,
): void => {
  response.status(status).json({ error, error_description: description, error_uri: problemType(error) });
};
