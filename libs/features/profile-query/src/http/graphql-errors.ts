import { graphqlCode, type CodeAt } from '@kith/contracts';
import type { Response } from 'express';

/** A failure before GraphQL began, in the shape of its answers: `errors` with a code each. */
export interface RequestFailure {
  readonly status: number;
  readonly code: CodeAt<'graphql'>;
  readonly message: string;
  /** Stands beside the code; for a fault, by which it can be found. */
  readonly requestId?: string;
}

/** The types of an answer, the first where the caller prefers none, or accepts none of them. */
const TYPES = ['application/json', 'application/graphql-response+json'];

/** Answers in the type that the caller prefers (GraphQL over HTTP, section 6.1). */
export const answerFailure = (
  response: Response,
  { status, message, code, ...others }: RequestFailure,
): void => {
  const type = response.req.accepts(TYPES) || 'application/json';
  response.status(status).set('Content-Type', `${type}; charset=utf-8`);
  response.json({ errors: [{ message, extensions: { code: graphqlCode(code), ...others } }] });
};
