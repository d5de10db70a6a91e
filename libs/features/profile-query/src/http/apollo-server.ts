import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Logger } from '@kith/platform';
import { nameComparisonLimit } from '../limits/comparison-limit.ts';
import { repeatedFieldsPlugin } from '../limits/drop-repeated-fields.ts';
import { LIMITS } from '../limits/limits.ts';
import { limitsPlugin } from '../limits/limits-plugin.ts';
import { nameTokenLimit } from '../limits/token-limit.ts';
import { operationTypeRule } from '../schema/operation-type-rule.ts';
import { buildSchema } from '../schema/build-schema.ts';
import type { QueryContext } from '../people/query-context.ts';
import { faultPlugin, maskFault } from './mask-faults.ts';

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
