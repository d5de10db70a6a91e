import { Kind, type FieldNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import { fragmentsOf } from './fragments-of.ts';
import { isLeftOut } from './left-out.ts';
import { representationsOf } from './list-size.ts';
import type { PricedOperation } from './operation-cost.ts';

/** How large an operation is, fragments counted where they are spread. */
export interface Measure {
  /** Levels of fields. */
  readonly depth: number;
  readonly aliases: number;
  /** Of the `_entities` field that has the most. */
  readonly representations: number;
}

const NOTHING: Measure = { depth: 0, aliases: 0, representations: 0 };

/** Measures what is to be executed. Each fragment is measured once, however often it is spread. */
export const measureOperation = ({
  document,
  operation,
  variables,
}: Omit<PricedOperation, 'schema'>): Measure => {
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
