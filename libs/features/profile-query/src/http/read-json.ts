import express, { type RequestHandler } from 'express';
import { LIMITS } from '../limits/limits.ts';
import { answerFailure } from './graphql-errors.ts';

/** Only JSON can hold a GraphQL request (GraphQL over HTTP, section 5.4). */
const requireJson: RequestHandler = (request, response, next) => {
  if (request.is('application/json') !== false) return next();
  const message = 'The body must be application/json.';
  answerFailure(response, { status: 415, code: 'unsupported_media_type', message });
};

/** There is no operation without one (GraphQL over HTTP, section 5.1), whatever stands in `extensions`. */
const requireQuery: RequestHandler = (request, response, next) => {
  if (hasQuery(request.body)) return next();
  const message = 'The body must be a JSON object with a `query`, a text that is not empty.';
  answerFailure(response, { status: 400, code: 'bad_request', message });
};

const hasQuery = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'query' in body &&
  typeof body.query === 'string' &&
  body.query !== '';

/** Reads the body, up to the limit. */
export const readJson: readonly RequestHandler[] = [
  requireJson,
  express.json({ limit: LIMITS.bodyBytes }),
  requireQuery,
];
