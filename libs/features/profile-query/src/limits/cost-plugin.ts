import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, getVariableValues } from 'graphql';
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { QueryContext } from '../schema/query-context.ts';
import { LIMITS } from './limits.ts';
import type { Variables } from './list-size.ts';
import { operationCost } from './operation-cost.ts';

/** Refuses an operation whose answer could become too large, before anything of it is executed. */
export const costPlugin: ApolloServerPlugin<QueryContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ schema, document, operation, request }) => {
      if (operation === undefined) return;
      const variables = coerced(schema, operation, request.variables ?? {});
      const cost = operationCost({ schema, document, operation, variables });
      if (cost > LIMITS.cost) throw tooCostly(cost);
    },
  }),
};

/** Variables that do not fit are refused by the execution itself. */
const coerced = (schema: GraphQLSchema, operation: OperationDefinitionNode, given: Variables): Variables =>
  getVariableValues(schema, operation.variableDefinitions ?? [], given).coerced ?? given;

const tooCostly = (found: number): GraphQLError =>
  new GraphQLError(`The operation exceeds the limit of ${LIMITS.cost} on cost: it has ${found}.`, {
    extensions: {
      code: 'COST_LIMIT_EXCEEDED',
      limit: 'cost',
      max: LIMITS.cost,
      found,
      http: { status: 400 },
    },
  });
