import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { listSize, type Variables } from './list-size.ts';

/** A valid document, and what is to be executed of it. */
export interface PricedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
}

/**
 * How many values the answer can hold at most. What describes the schema itself costs nothing: it is small and does
 * not touch the store.
 */
export const operationCost = (priced: PricedOperation): number => {
  const { schema, operation } = priced;
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const prices: Prices = { ...priced, fragments: fragmentsOf(priced.document), known: new Map() };
  return priceOf(prices, operation.selectionSet.selections, root);
};

interface Prices extends PricedOperation {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The fragments priced so far: each is priced once, however often it is spread. */
  readonly known: Map<string, number>;
}

const priceOf = (prices: Prices, nodes: readonly SelectionNode[], type: GraphQLCompositeType): number =>
  nodes.reduce((sum, node) => sum + priceOfNode(prices, node, type), 0);

const priceOfNode = (prices: Prices, node: SelectionNode, type: GraphQLCompositeType): number => {
  if (isLeftOut(node, prices.variables)) return 0;
  switch (node.kind) {
    case Kind.FIELD:
      return priceOfField(prices, node, type);
    case Kind.INLINE_FRAGMENT:
      return priceOfFragment(prices, node, type);
    case Kind.FRAGMENT_SPREAD:
      return priceOfSpread(prices, node.name.value, type);
  }
};

const priceOfField = (prices: Prices, node: FieldNode, type: GraphQLCompositeType): number => {
  const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
  if (field === undefined) return 0;
  const inner = getNamedType(field.type);
  const selections = node.selectionSet?.selections ?? [];
  const each = 1 + (isCompositeType(inner) ? priceOf(prices, selections, inner) : 0);
  return each * listSize(prices.schema, field, node, prices.variables);
};

const priceOfFragment = (
  prices: Prices,
  { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
  within: GraphQLCompositeType,
): number => {
  const type = typeCondition ? prices.schema.getType(typeCondition.name.value) : within;
  return isCompositeType(type) ? priceOf(prices, selectionSet.selections, type) : 0;
};

const priceOfSpread = (prices: Prices, name: string, within: GraphQLCompositeType): number => {
  const fragment = prices.fragments.get(name);
  if (fragment === undefined) return 0;
  const price = prices.known.get(name) ?? priceOfFragment(prices, fragment, within);
  prices.known.set(name, price);
  return price;
};

/** The fragments of a document by their names. */
export const fragmentsOf = (document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/** Whether `@skip` or `@include` leave a selection out: what is not executed counts for no limit. */
export const isLeftOut = ({ directives = [] }: SelectionNode, variables: Variables): boolean =>
  directives.some((directive) => {
    const condition = conditionOf(directive, variables);
    return directive.name.value === 'skip'
      ? condition === true
      : directive.name.value === 'include' && condition === false;
  });

const conditionOf = ({ arguments: given = [] }: DirectiveNode, variables: Variables): unknown => {
  const value = given.find(({ name }) => name.value === 'if')?.value;
  if (value?.kind === Kind.BOOLEAN) return value.value;
  return value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
};
