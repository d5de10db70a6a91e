import { GraphQLError } from 'graphql';
import type { OperationDefinitionNode, ValidationContext, ValidationRule } from 'graphql';
import { LIMITS } from './limits.ts';
import { measureSelection } from './measure-operation.ts';
import type { Measure } from './measure-operation.ts';

/** Refuses an operation that is too deep or has too many aliases. */
export const limitRule: ValidationRule = (context) => ({
  OperationDefinition: (operation) => {
    const measure = measureSelection(operation.selectionSet, (name) => context.getFragment(name));
    (['depth', 'aliases'] as const).forEach((limit) => report(context, operation, limit, measure));
  },
});

const report = (
  context: ValidationContext,
  operation: OperationDefinitionNode,
  limit: keyof Measure,
  measure: Measure,
): void => {
  const [max, found] = [LIMITS[limit], measure[limit]];
  if (found <= max) return;
  const message = `The operation exceeds the limit of ${max} on ${limit}: it has ${found}.`;
  context.reportError(new GraphQLError(message, { nodes: [operation], extensions: { limit, max, found } }));
};
