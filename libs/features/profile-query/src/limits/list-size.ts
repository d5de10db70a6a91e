import { Kind, getDirectiveValues } from 'graphql';
import type { FieldNode, GraphQLField, GraphQLSchema } from 'graphql';

/** The variables of an operation, coerced. */
export type Variables = Readonly<Record<string, unknown>>;

/** How many values a field counts as: what its `@listSize` assumes, the number of representations, or one. */
export const listSize = (
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
): number => {
  if (field.name === '_entities') return representations(node, variables);
  const directive = schema.getDirective('listSize');
  if (!directive || !field.astNode) return 1;
  const assumed = getDirectiveValues(directive, field.astNode)?.['assumedSize'];
  return typeof assumed === 'number' ? assumed : 1;
};

const representations = (node: FieldNode, variables: Variables): number => {
  const value = node.arguments?.find(({ name }) => name.value === 'representations')?.value;
  if (value?.kind === Kind.LIST) return value.values.length;
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  return Array.isArray(given) ? given.length : 1;
};
