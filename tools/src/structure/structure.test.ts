import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { workspaceFiles } from '../docs/workspace-files.ts';
import { workspaceRoot } from '../process/workspace-root.ts';
import { importCycles, importGraphOf, mutualFolders, type ImportGraph } from './import-graph.ts';

const isSource = (file: string): boolean => /^[\w-]+\/(.*\/)?src\/.*(?<!\.d)\.ts$/.test(file);

const readGraph = async (): Promise<ImportGraph> => {
  const files = (await workspaceFiles()).filter(isSource);
  const texts = files.map(async (file) => [file, await readFile(join(workspaceRoot, file), 'utf8')] as const);
  return importGraphOf(new Map(await Promise.all(texts)));
};

describe('a room', () => {
  let graph: ImportGraph;
  beforeAll(async () => {
    graph = await readGraph();
  });

  test('is read with all that it imports', () => {
    expect(graph.size).toBeGreaterThan(1_000);
    expect([...graph.values()].flat().length).toBeGreaterThan(2_000);
  });

  test('has no ring of imports, of types neither', () => {
    expect(importCycles(graph)).toEqual([]);
  });

  test('has no two folders that import each other', () => {
    // Nobody imports a test: it may put together whatever it needs.
    const imported = new Map([...graph].filter(([file]) => !/\.(test|fake)\.ts$/.test(file)));
    expect(mutualFolders(imported)).toEqual([]);
  });
});
