import type { CodeAt } from '@kith/contracts';
import { answerEarly, problemType, type Exchange } from '@kith/platform';

/**
 * The errors of RFC 6749 section 5.2, RFC 7009 and RFC 7662 that Kith gives; `server_error` says only its request id, and
 * `temporarily_unavailable`, which section 4.1.2.1 has for the same, comes with `Retry-After`.
 */
export type OAuthErrorCode = CodeAt<'oauth'>;

/** What goes with an error beside its code and description. */
export interface RefusalDetails {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of RFC 6749 section 5.2, to be thrown by whoever answers an endpoint. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: OAuthErrorCode,
    description: string,
    { status = 400, headers = {} }: RefusalDetails = {},
  ) {
    super(description);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'];

/** Answers with an error; `error_uri` leads to what the code means. */
export const answerRefusal = (exchange: Exchange, { code, message, status, headers }: OAuthRefusal): void => {
  const body = { error: code, error_description: message, error_uri: problemType(code) };
  answerEarly(exchange, status, [...JSON_TYPE, ...Object.entries(headers).flat()], JSON.stringify(body));
};
