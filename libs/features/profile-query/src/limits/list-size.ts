import {
  Kind,
  getDirectiveValues,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type ValueNode,
} from 'graphql';

/** The variables of an operation, coerced. */
export type Variables = Readonly<Record<string, unknown>>;

type Field = GraphQLField<unknown, unknown>;

/**
 * How many values a field counts as: the number of representations; what its `@listSize` says, which is the largest of
 * its slicing arguments, the default of an argument that was left out, or else what is assumed; or one. Of a
 * connection, everything below it counts as often as its edges.
 */
export const listSize = (
  schema: GraphQLSchema,
  field: Field,
  node: FieldNode,
  variables: Variables,
): number => {
  if (field.name === '_entities') return representationsOf(node, variables);
  const { slicingArguments, assumedSize } = listSizeOf(schema, field);
  const sliced = slicingArguments.flatMap((name) => sizeGiven(field, node, name, variables) ?? []);
  // A size that no resolver takes must not make the rest of the query cheaper.
  return Math.max(1, ...(sliced.length > 0 ? sliced : [assumedSize]));
};

interface ListSize {
  readonly slicingArguments: readonly string[];
  readonly assumedSize: number;
}

const listSizeOf = (schema: GraphQLSchema, field: Field): ListSize => {
  const directive = schema.getDirective('listSize');
  const values = directive && field.astNode ? getDirectiveValues(directive, field.astNode) : undefined;
  const { slicingArguments, assumedSize } = values ?? {};
  return {
    slicingArguments: Array.isArray(slicingArguments) ? slicingArguments.map(String) : [],
    assumedSize: typeof assumedSize === 'number' ? assumedSize : 1,
  };
};

/** What an argument says, or its default; null where neither is a number. */
const sizeGiven = (field: Field, node: FieldNode, name: string, variables: Variables): number | null => {
  const given = valueOf(argumentOf(node, name), variables);
  const size = given === undefined ? field.args.find((one) => one.name === name)?.defaultValue : given;
  return typeof size === 'number' ? size : null;
};

const valueOf = (value: ValueNode | undefined, variables: Variables): unknown => {
  if (value?.kind === Kind.INT) return Number(value.value);
  if (value?.kind === Kind.NULL) return null;
  return value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
};

/** How many representations an `_entities` field has. */
export const representationsOf = (node: FieldNode, variables: Variables): number => {
  const value = argumentOf(node, 'representations');
  if (value?.kind === Kind.LIST) return value.values.length;
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  return Array.isArray(given) ? given.length : 1;
};

const argumentOf = (node: FieldNode, name: string): ValueNode | undefined =>
  node.arguments?.find((argument) => argument.name.value === name)?.value;
