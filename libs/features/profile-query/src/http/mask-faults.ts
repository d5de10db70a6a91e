import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import type { Logger } from '@kith/platform';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { QueryContext } from '../schema/query-context.ts';

const FAULT = 'INTERNAL_SERVER_ERROR';

/** A fault says nothing of itself to the caller. */
export const maskFault = (formatted: GraphQLFormattedError): GraphQLFormattedError =>
  formatted.extensions?.['code'] === FAULT
    ? { ...formatted, message: 'Internal server error', extensions: { code: FAULT } }
    : formatted;

/** Writes faults to the log and their request id into the answer. */
export const faultPlugin = (logger: Logger): ApolloServerPlugin<QueryContext> => ({
  requestDidStart: async ({ contextValue: { requestId } }) => ({
    didEncounterErrors: async ({ errors }) =>
      errors.filter(isFault).forEach((fault) => {
        const error = unwrapResolverError(fault);
        logger.error({ error, requestId }, 'a GraphQL operation met a fault');
      }),
    willSendResponse: async ({ response: { body } }) => {
      if (body.kind !== 'single') return;
      const { errors } = body.singleResult;
      if (errors !== undefined) body.singleResult.errors = errors.map((error) => named(error, requestId));
    },
  }),
});

/** What has no code yet is given that of a fault when it is formatted. */
const isFault = ({ extensions }: GraphQLError): boolean => (extensions['code'] ?? FAULT) === FAULT;

const named = (error: GraphQLFormattedError, requestId: string): GraphQLFormattedError =>
  error.extensions?.['code'] === FAULT ? { ...error, extensions: { ...error.extensions, requestId } } : error;
