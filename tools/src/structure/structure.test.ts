import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRooms } from '../../workspace/rooms.mjs';
import { workspaceFiles } from '../docs/workspace-files.ts';
import { workspaceRoot } from '../process/workspace-root.ts';
import { importCycles, importGraphOf, mutualFolders, type ImportGraph } from './import-graph.ts';

/** Rooms with sources that import each other in a ring, as they were when the rule came: none is added. */
const WITH_CYCLES = [
  'apps/cli',
  'e2e',
  'libs/adapters/enrichment-sources',
  'libs/contracts',
  'libs/domain',
  'libs/testing',
  'libs/web-tag',
];
/** Rooms with folders that import each other, as they were when the rule came: none is added. */
const WITH_MUTUAL_FOLDERS = ['e2e', 'libs/adapters/embedded', 'libs/domain'];

const isSource = (file: string): boolean => /^[\w-]+\/(.*\/)?src\/.*(?<!\.d)\.ts$/.test(file);

const readGraph = async (): Promise<ImportGraph> => {
  const files = (await workspaceFiles()).filter(isSource);
  const texts = files.map(async (file) => [file, await readFile(join(workspaceRoot, file), 'utf8')] as const);
  return importGraphOf(new Map(await Promise.all(texts)));
};

describe('a room', () => {
  const rooms = readRooms().map(({ folder }) => folder);
  const roomOf = (file: string): string => rooms.find((room) => file.startsWith(`${room}/`)) ?? file;
  let graph: ImportGraph;
  beforeAll(async () => {
    graph = await readGraph();
  });

  test('is read with all that it imports', () => {
    expect(graph.size).toBeGreaterThan(1_000);
    expect([...graph.values()].flat().length).toBeGreaterThan(2_000);
  });

  test('has no ring of imports, of types neither', () => {
    const found = importCycles(graph).filter(([file = '']) => !WITH_CYCLES.includes(roomOf(file)));
    expect(found).toEqual([]);
  });

  test('has no two folders that import each other', () => {
    const found = mutualFolders(graph).filter(
      ({ folders: [folder] }) => !WITH_MUTUAL_FOLDERS.includes(roomOf(folder)),
    );
    expect(found).toEqual([]);
  });
});
