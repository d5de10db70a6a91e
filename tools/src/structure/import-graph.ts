import { posix } from 'node:path';

/** Which sources each source imports by a path, types included; by paths relative to the workspace. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g;

/** The graph of these sources, by their texts. What is no source of these, such as a program that was built, is left out. */
export const importGraphOf = (texts: ReadonlyMap<string, string>): ImportGraph =>
  new Map(
    Array.from(texts, ([file, text]) => {
      const named = Array.from(text.matchAll(RELATIVE_IMPORT), ([, path = '']) =>
        posix.join(posix.dirname(file), path),
      );
      return [file, [...new Set(named)].filter((imported) => texts.has(imported))];
    }),
  );

/** Sources that import themselves by way of others: of each such ring one way around, from its first source. */
export const importCycles = (graph: ImportGraph): readonly (readonly string[])[] => {
  const reachable = reachabilityOf(graph);
  const inRings = [...graph.keys()].filter((file) => reachable(file).has(file)).toSorted();
  const rings = new Map<string, readonly string[]>();
  for (const file of inRings) {
    const ring = inRings.filter((other) => reachable(file).has(other) && reachable(other).has(file));
    rings.set(ring[0] ?? file, ring);
  }
  return [...rings.values()];
};

const reachabilityOf = (graph: ImportGraph): ((file: string) => ReadonlySet<string>) => {
  const known = new Map<string, ReadonlySet<string>>();
  return (file) => {
    const found = known.get(file) ?? reachableFrom(graph, file);
    known.set(file, found);
    return found;
  };
};

const reachableFrom = (graph: ImportGraph, start: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const left = [...(graph.get(start) ?? [])];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    left.push(...(graph.get(file) ?? []));
  }
  return found;
};

/** Two folders side by side that import each other, with an import of each way. */
export interface MutualFolders {
  readonly folders: readonly [string, string];
  readonly imports: readonly [string, string];
}

/** Every pair of folders that lie side by side and import each other, in the order of their names. */
export const mutualFolders = (graph: ImportGraph): readonly MutualFolders[] => {
  const first = new Map<string, string>();
  for (const [file, imported] of graph) {
    for (const other of imported) {
      const parted = partingFolders(file, other);
      if (parted !== null && !first.has(wayOf(parted))) first.set(wayOf(parted), `${file} → ${other}`);
    }
  }
  return [...first].toSorted().flatMap(([way, there]) => {
    const [from = '', to = ''] = way.split(' ');
    const back = first.get(wayOf([to, from]));
    return from < to && back !== undefined
      ? [{ folders: [from, to] as const, imports: [there, back] as const }]
      : [];
  });
};

const wayOf = ([from, to]: readonly [string, string]): string => `${from} ${to}`;

/** The folders side by side in which two files lie; null where one of them lies above the other. */
const partingFolders = (one: string, other: string): readonly [string, string] | null => {
  const [left, right] = [one.split('/'), other.split('/')];
  const common = left.findIndex((part, index) => part !== right[index]);
  const isInFolder = (path: readonly string[]): boolean => common < path.length - 1;
  return common >= 0 && isInFolder(left) && isInFolder(right)
    ? [left.slice(0, common + 1).join('/'), right.slice(0, common + 1).join('/')]
    : null;
};
