import { graphqlCode, type CodeAt } from '@kith/contracts';
import { answer, answerEarly, type Exchange } from '@kith/platform';
import accepts from 'accepts';

/** A failure before GraphQL began, in the shape of its answers: `errors` with a code each. */
export interface RequestFailure {
  readonly status: number;
  readonly code: CodeAt<'graphql'>;
  readonly message: string;
  /** Stands beside the code; for a fault, by which it can be found. */
  readonly requestId?: string;
}

/** A request that is refused before GraphQL begins; `headers` come with the answer. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly failure: RequestFailure;
  readonly headers: Readonly<Record<string, string>>;

  constructor(failure: RequestFailure, headers: Readonly<Record<string, string>> = {}) {
    super(failure.message);
    this.failure = failure;
    this.headers = headers;
  }
}

/** The types of an answer, the first where the caller prefers none, or accepts none of them. */
const TYPES = ['application/json', 'application/graphql-response+json'];
const TOO_LARGE = 413;

/** Answers in the type that the caller prefers (GraphQL over HTTP, section 6.1). */
export const answerRefusal = (exchange: Exchange, { failure, headers }: RequestRefusal): void => {
  const { status, message, code, ...others } = failure;
  const type = accepts(exchange.request).type(TYPES) || 'application/json';
  const further = ['Content-Type', `${String(type)}; charset=utf-8`, ...Object.entries(headers).flat()];
  const body = { errors: [{ message, extensions: { code: graphqlCode(code), ...others } }] };
  // What is left of a body that is too large is not waited for.
  (status === TOO_LARGE ? answerEarly : answer)(exchange, status, further, JSON.stringify(body));
};
