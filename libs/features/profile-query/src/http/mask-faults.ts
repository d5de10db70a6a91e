import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import type { LogFields, Logger } from '@kith/platform';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { QueryContext } from '../people/query-context.ts';

const FAULT = 'INTERNAL_SERVER_ERROR';
const LATE = 'TIMEOUT';

/** A fault says nothing of itself to the caller. */
export const maskFault = (formatted: GraphQLFormattedError): GraphQLFormattedError =>
  codeOf(formatted) === FAULT
    ? { ...formatted, message: 'Internal server error', extensions: { code: FAULT } }
    : formatted;

/** Writes faults to the log and their request id into the answer. */
export const faultPlugin = (logger: Logger): ApolloServerPlugin<QueryContext> => ({
  requestDidStart: async ({ contextValue: { requestId } }) => ({
    didEncounterErrors: async ({ errors }) => report(logger, errors, requestId),
    willSendResponse: async ({ response: { body } }) => {
      if (body.kind !== 'single') return;
      const { errors } = body.singleResult;
      if (errors !== undefined) body.singleResult.errors = errors.map((error) => named(error, requestId));
    },
  }),
});

/**
 * What took too long is for an operator to see, a fault for a person to act on. Where one thing fails, hundreds of
 * fields can fail by it: of each kind the first is written, with the number of all.
 */
const report = (logger: Logger, errors: readonly GraphQLError[], requestId: string): void => {
  const first = (code: string): LogFields | null => {
    const [failure, ...others] = errors.filter((error) => codeOf(error) === code);
    if (failure === undefined) return null;
    return { error: unwrapResolverError(failure), fields: others.length + 1, requestId };
  };
  const [fault, late] = [first(FAULT), first(LATE)];
  if (fault !== null) logger.error(fault, 'a GraphQL operation met a fault');
  if (late !== null) logger.warn(late, 'a GraphQL operation took longer than it may');
};

/** What has no code yet is given that of a fault when it is formatted. */
const codeOf = ({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): unknown =>
  extensions?.['code'] ?? FAULT;

const named = (error: GraphQLFormattedError, requestId: string): GraphQLFormattedError =>
  [FAULT, LATE].includes(String(codeOf(error)))
    ? { ...error, extensions: { ...error.extensions, requestId } }
    : error;
