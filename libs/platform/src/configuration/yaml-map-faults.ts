import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';

/** A fault of the text: where it begins, in characters, the keys that lead there, and what is wrong. */
export interface TextFault {
  readonly offset: number;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Ancestors = readonly (Document | Node | Pair)[];

const keyOf = (pair: Pair): unknown => (isScalar(pair.key) ? pair.key.value : null);

/** The keys that lead to the last of the nodes, each of which holds the next. */
const pathOf = (nodes: readonly unknown[]): PropertyKey[] =>
  nodes.flatMap((node, index): PropertyKey[] => {
    if (isPair(node)) return [String(keyOf(node))];
    return isSeq(node) ? [node.items.indexOf(nodes[index + 1])] : [];
  });

const offsetOfKey = (pair: Pair): number => {
  const { key } = pair;
  return typeof key === 'object' && key !== null && 'range' in key ? ((key as Node).range?.[0] ?? 0) : 0;
};

/** `0x10`, `1e3`, `~` and `true` would become names that nobody wrote. */
const keyFault = (pair: Pair, seen: ReadonlySet<unknown>): string | null => {
  const key = keyOf(pair);
  if (typeof key !== 'string') return 'a name must be a text: put it in quotes';
  // Objects of JavaScript cannot be trusted with this name, and schemas pass over it in silence.
  if (key === '__proto__') return 'unknown member';
  return seen.has(key) ? 'stands here twice' : null;
};

const faultsOfMap = (map: YAMLMap, ancestors: Ancestors): TextFault[] => {
  const seen = new Set<unknown>();
  return map.items.flatMap((pair) => {
    const message = keyFault(pair, seen);
    seen.add(keyOf(pair));
    if (message === null) return [];
    const path = [...pathOf([...ancestors, map]), String(keyOf(pair))];
    return [{ offset: offsetOfKey(pair), path, message }];
  });
};

/** Names that stand twice in an object, that are no text, or that no object may have. */
export const yamlMapFaults = (document: Document.Parsed): TextFault[] => {
  const faults: TextFault[] = [];
  visit(document, {
    Map: (_key, map, ancestors: Ancestors) => {
      if (isMap(map)) faults.push(...faultsOfMap(map, ancestors));
    },
  });
  return faults;
};
