import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, visit, type DocumentNode, type FieldNode, type SelectionNode } from 'graphql';
import type { QueryContext } from '../people/query-context.ts';

/**
 * A document that asks for the same, without the plain fields that stand in a selection once more: a name without
 * alias, arguments, directives and fields of its own. The rule that compares fields of one name compares each with
 * each, and would give up long before the limit on tokens.
 */
export const dropRepeatedFields = (document: DocumentNode): DocumentNode =>
  visit(document, {
    SelectionSet: (set) => {
      const selections = eachOnce(set.selections);
      return selections.length < set.selections.length ? { ...set, selections } : undefined;
    },
  });

/** Lets validation and execution see nothing of what was dropped. */
export const repeatedFieldsPlugin: ApolloServerPlugin<QueryContext> = {
  requestDidStart: async () => ({
    validationDidStart: async (request) => {
      Object.assign(request, { document: dropRepeatedFields(request.document) });
    },
  }),
};

const eachOnce = (selections: readonly SelectionNode[]): readonly SelectionNode[] => {
  const seen = new Set<string>();
  return selections.filter((one) => {
    if (!isPlain(one)) return true;
    const before = seen.size;
    return seen.add(one.name.value).size > before;
  });
};

const isPlain = (node: SelectionNode): node is FieldNode =>
  node.kind === Kind.FIELD &&
  node.alias === undefined &&
  node.selectionSet === undefined &&
  (node.arguments ?? []).length === 0 &&
  (node.directives ?? []).length === 0;
