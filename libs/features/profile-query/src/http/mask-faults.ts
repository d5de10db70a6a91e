import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { graphqlCode, type CodeAt } from '@kith/contracts';
import type { LogFields, Logger } from '@kith/platform';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { QueryContext } from '../people/query-context.ts';

const FAULT = graphqlCode('internal_server_error');
/** Of these the request id is said too: by it the log can be searched. */
const CODES_WITH_REQUEST: ReadonlySet<unknown> = new Set([FAULT, graphqlCode('timeout')]);

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
  const first = (code: CodeAt<'graphql'>): LogFields | null => {
    const [failure, ...others] = errors.filter((error) => codeOf(error) === graphqlCode(code));
    if (failure === undefined) return null;
    return { error: unwrapResolverError(failure), fields: others.length + 1, requestId, code };
  };
  const fault = first('internal_server_error');
  const late = first('timeout');
  if (fault !== null) logger.error(fault, 'a GraphQL operation met a fault');
  if (late !== null) logger.warn(late, 'a GraphQL operation took longer than it may');
};

/** What has no code yet is given that of a fault when it is formatted. */
const codeOf = ({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): unknown =>
  extensions?.['code'] ?? FAULT;

const named = (error: GraphQLFormattedError, requestId: string): GraphQLFormattedError =>
  CODES_WITH_REQUEST.has(codeOf(error))
    ? { ...error, extensions: { ...error.extensions, requestId } }
    : error;
