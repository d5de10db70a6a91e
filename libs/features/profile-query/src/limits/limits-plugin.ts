import type { ApolloServerPlugin } from '@apollo/server';
import { graphqlCode } from '@kith/contracts';
import { getVariableValues, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { QueryContext } from '../people/query-context.ts';
import { LIMITS } from './limits.ts';
import type { Variables } from './list-size.ts';
import { measureOperation } from './measure-operation.ts';
import { operationCost } from './operation-cost.ts';

/** What an operation may not exceed, in the order in which it is looked at, and the code of the error. */
const CODES = {
  depth: graphqlCode('graphql_validation_failed'),
  aliases: graphqlCode('graphql_validation_failed'),
  representations: graphqlCode('bad_user_input'),
  cost: graphqlCode('cost_limit_exceeded'),
} as const;

type Limit = keyof typeof CODES;

/**
 * Refuses an operation that is too large, before anything of it is executed. What else stands in the document, and
 * what the variables leave out, is executed by nobody and counts for nothing.
 */
export const limitsPlugin: ApolloServerPlugin<QueryContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ schema, document, operation, request }) => {
      if (operation === undefined) return;
      const variables = coerced(schema, operation, request.variables ?? {});
      const asked = { schema, document, operation, variables };
      const found = { ...measureOperation(asked), cost: operationCost(asked) };
      const exceeded = (Object.keys(CODES) as Limit[]).find((limit) => found[limit] > LIMITS[limit]);
      if (exceeded !== undefined) throw tooLarge(operation, exceeded, found[exceeded]);
    },
  }),
};

/** Variables that do not fit are refused by the execution itself. */
const coerced = (schema: GraphQLSchema, operation: OperationDefinitionNode, given: Variables): Variables =>
  getVariableValues(schema, operation.variableDefinitions ?? [], given).coerced ?? given;

const tooLarge = (operation: OperationDefinitionNode, limit: Limit, found: number): GraphQLError => {
  const max = LIMITS[limit];
  return new GraphQLError(`The operation exceeds the limit of ${max} on ${limit}: it has ${found}.`, {
    nodes: [operation],
    extensions: { code: CODES[limit], limit, max, found, http: { status: 400 } },
  });
};
