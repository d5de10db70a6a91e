import { Kind } from 'graphql';
import type { FragmentDefinitionNode, SelectionNode, SelectionSetNode } from 'graphql';

/** How deep a selection goes, and how many aliases it has, fragments counted where they are spread. */
export interface Measure {
  readonly depth: number;
  readonly aliases: number;
}

const NOTHING: Measure = { depth: 0, aliases: 0 };

/**
 * Measures a selection. Each fragment is measured once, however often it is spread; a fragment that is unknown or
 * spreads itself adds nothing, as other rules refuse it.
 */
export const measureSelection = (
  selection: SelectionSetNode,
  fragment: (name: string) => FragmentDefinitionNode | null | undefined,
): Measure => {
  const measured = new Map<string, Measure>();

  const ofFragment = (name: string): Measure => {
    const before = measured.get(name);
    if (before !== undefined) return before;
    measured.set(name, NOTHING);
    const measure = ofSet(fragment(name)?.selectionSet);
    measured.set(name, measure);
    return measure;
  };
  const ofNode = (node: SelectionNode): Measure => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return ofFragment(node.name.value);
    const inner = ofSet(node.selectionSet);
    if (node.kind === Kind.INLINE_FRAGMENT) return inner;
    return { depth: inner.depth + 1, aliases: inner.aliases + (node.alias === undefined ? 0 : 1) };
  };
  const ofSet = (set: SelectionSetNode | undefined): Measure =>
    (set?.selections ?? []).map(ofNode).reduce(together, NOTHING);

  return ofSet(selection);
};

const together = (one: Measure, other: Measure): Measure => ({
  depth: Math.max(one.depth, other.depth),
  aliases: one.aliases + other.aliases,
});
