import { GraphQLError, type ValidationRule } from 'graphql';

/** Refuses mutations and subscriptions as the caller's mistake: the library takes them for a fault of the schema. */
export const operationTypeRule: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`The schema has no ${node.operation}.`, { nodes: [node] }));
  },
});
