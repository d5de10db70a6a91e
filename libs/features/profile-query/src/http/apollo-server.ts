import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type CodeAt, graphqlCode } from '@kith/contracts';
import type { LogFields, Logger } from '@kith/platform';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, type ValidationRule } from 'graphql';
import { nameComparisonLimit } from '../limits/comparison-limit.ts';
import { repeatedFieldsPlugin } from '../limits/drop-repeated-fields.ts';
import { endInTime } from '../limits/end-in-time.ts';
import { limitsPlugin } from '../limits/limits-plugin.ts';
import { LIMITS } from '../limits/limits.ts';
import { nameTokenLimit } from '../limits/token-limit.ts';
import type { QueryContext } from '../people/query-context.ts';
import { FEDERATION_SDL } from '../schema/federation.ts';
import { resolvers } from '../schema/resolvers.ts';
import { SDL } from '../schema/sdl.ts';

/** What Apollo would do by itself: report to its makers, trace into answers, and show a page. */
const NOTHING_OF_ITS_OWN: readonly ApolloServerPlugin[] = [
  ApolloServerPluginCacheControlDisabled(),
  ApolloServerPluginInlineTraceDisabled(),
  ApolloServerPluginLandingPageDisabled(),
  ApolloServerPluginSchemaReportingDisabled(),
  ApolloServerPluginUsageReportingDisabled(),
];

/** The GraphQL server over the subgraph, within the limits of docs/behaviour.md#limits-of-a-query. */
export const createApolloServer = (logger: Logger, plugins: readonly ApolloServerPlugin<QueryContext>[]) =>
  new ApolloServer<QueryContext>({
    schema: buildSchema(),
    logger: apolloLogger(logger),
    nodeEnv: 'production',
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    persistedQueries: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [operationTypeRule],
    formatError: (formatted, error) => maskFault(nameComparisonLimit(nameTokenLimit(formatted, error))),
    plugins: [...NOTHING_OF_ITS_OWN, repeatedFieldsPlugin, limitsPlugin, faultPlugin(logger), ...plugins],
  });

const apolloLogger = (
  logger: Logger,
): Record<'debug' | 'info' | 'warn' | 'error', (message: unknown) => void> => ({
  debug: (message) => logger.debug({}, String(message)),
  info: (message) => logger.info({}, String(message)),
  warn: (message) => logger.warn({}, String(message)),
  error: (message) => logger.error({}, String(message)),
});

/** Refuses mutations and subscriptions as the caller's mistake: the library takes them for a fault of the schema. */
const operationTypeRule: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`The schema has no ${node.operation}.`, { nodes: [node] }));
  },
});

const FAULT = graphqlCode('internal_server_error');

/** A fault says nothing of itself to the caller. */
const maskFault = (formatted: GraphQLFormattedError): GraphQLFormattedError =>
  codeOf(formatted) === FAULT
    ? { ...formatted, message: 'Internal server error', extensions: { code: FAULT } }
    : formatted;

/** Writes faults to the log and their request id into the answer. */
const faultPlugin = (logger: Logger): ApolloServerPlugin<QueryContext> => ({
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

/** Of these the request id is said too: by it the log can be searched. */
const CODES_WITH_REQUEST: ReadonlySet<unknown> = new Set([FAULT, graphqlCode('timeout')]);

const named = (error: GraphQLFormattedError, requestId: string): GraphQLFormattedError =>
  CODES_WITH_REQUEST.has(codeOf(error))
    ? { ...error, extensions: { ...error.extensions, requestId } }
    : error;

/** The executable subgraph. */
export const buildSchema = (): GraphQLSchema =>
  endInTime(makeExecutableSchema({ typeDefs: [SDL, FEDERATION_SDL], resolvers }));
