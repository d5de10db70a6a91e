import { isAlias, isMap, isNode, isScalar, isSeq, type Document, type Pair } from 'yaml';

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

const keyText = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key);

/** The node under a key, and the offset at which the reader sees that key; null where there is none. */
const step = (parent: unknown, key: PropertyKey): { node: unknown; offset: number | undefined } | null => {
  if (isSeq(parent)) {
    const node = parent.items[Number(key)];
    return node === undefined ? null : { node, offset: startOf(node) };
  }
  if (!isMap(parent)) return null;
  const pair = parent.items.find((item) => keyText(item) === String(key));
  return pair === undefined ? null : { node: pair.value, offset: startOf(pair.key) };
};

/** The offset of what `path` leads to, or of its nearest parent that stands in the text. */
export const offsetOf = (document: Document.Parsed, path: readonly PropertyKey[]): number => {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of path) {
    const next = step(isAlias(node) ? node.resolve(document) : node, key);
    if (next === null) return offset;
    node = next.node;
    offset = next.offset ?? offset;
  }
  return offset;
};
