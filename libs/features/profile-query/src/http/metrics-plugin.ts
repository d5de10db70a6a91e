import type { ApolloServerPlugin } from '@apollo/server';
import { graphqlCode } from '@kith/contracts';
import type { Metrics } from '@kith/platform';
import type { GraphQLError } from 'graphql';
import type { QueryContext } from '../people/query-context.ts';

/** Counts and times operations by a steady clock; names of operations are the callers' own and would never end. */
export const metricsPlugin = (metrics: Metrics, clock: () => number): ApolloServerPlugin<QueryContext> => {
  const operations = metrics.counter('kith_graphql_operations_total', 'GraphQL operations, by outcome.', [
    'outcome',
  ]);
  const durations = metrics
    .histogram(
      'kith_graphql_operation_duration_seconds',
      'From the parsed request to the end of its execution.',
    )
    .line();
  return {
    requestDidStart: async () => {
      const began = clock();
      return {
        willSendResponse: async ({ errors }) => {
          operations.inc({ outcome: outcomeOf(errors) });
          durations.observe((clock() - began) / 1_000);
        },
      };
    },
  };
};

const outcomeOf = (errors: readonly GraphQLError[] | undefined): 'answered' | 'timeout' | 'errors' => {
  if (errors === undefined) return 'answered';
  return errors.some(({ extensions }) => extensions['code'] === graphqlCode('timeout'))
    ? 'timeout'
    : 'errors';
};
