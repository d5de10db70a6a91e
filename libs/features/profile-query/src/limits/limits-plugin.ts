import type { ApolloServerPlugin } from '@apollo/server';
import { graphqlCode } from '@kith/contracts';
import {
  type FieldNode,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { QueryContext } from '../people/query-context.ts';
import { LIMITS } from './limits.ts';
import { representationsOf, type Variables } from './list-size.ts';
import { fragmentsOf, isLeftOut, operationCost, type PricedOperation } from './operation-cost.ts';

/** How large an operation is, fragments counted where they are spread. */
interface Measure {
  /** Levels of fields. */
  readonly depth: number;
  readonly aliases: number;
  /** Of the `_entities` field that has the most. */
  readonly representations: number;
}

const NOTHING: Measure = { depth: 0, aliases: 0, representations: 0 };

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

/** Measures what is to be executed. Each fragment is measured once, however often it is spread. */
const measureOperation = ({ document, operation, variables }: Omit<PricedOperation, 'schema'>): Measure => {
  const fragments = fragmentsOf(document);
  const measured = new Map<string, Measure>();

  const ofFragment = (name: string): Measure => {
    const measure = measured.get(name) ?? ofSet(fragments.get(name)?.selectionSet);
    measured.set(name, measure);
    return measure;
  };
  const ofField = (node: FieldNode): Measure => {
    const inner = ofSet(node.selectionSet);
    const own = node.name.value === '_entities' ? representationsOf(node, variables) : 0;
    return {
      depth: inner.depth + 1,
      aliases: inner.aliases + (node.alias === undefined ? 0 : 1),
      representations: Math.max(inner.representations, own),
    };
  };
  const ofNode = (node: SelectionNode): Measure => {
    if (isLeftOut(node, variables)) return NOTHING;
    if (node.kind === Kind.FRAGMENT_SPREAD) return ofFragment(node.name.value);
    return node.kind === Kind.FIELD ? ofField(node) : ofSet(node.selectionSet);
  };
  const ofSet = (set: SelectionSetNode | undefined): Measure =>
    (set?.selections ?? []).map(ofNode).reduce(together, NOTHING);

  return ofSet(operation.selectionSet);
};

const together = (one: Measure, other: Measure): Measure => ({
  depth: Math.max(one.depth, other.depth),
  aliases: one.aliases + other.aliases,
  representations: Math.max(one.representations, other.representations),
});
