import { describe, expect, test } from 'vitest';
import { importCycles, importGraphOf, mutualFolders } from './import-graph.ts';

const graphOf = (texts: Readonly<Record<string, string>>) => importGraphOf(new Map(Object.entries(texts)));

describe('the graph of imports', () => {
  test('has values, types, exports and what is imported on demand, and no package', () => {
    const graph = graphOf({
      'a/one.ts': `import { x, type Y } from './two.ts';\nimport type { Z } from '../b/three.ts';\nimport '@kith/x';\n`,
      'a/two.ts': `export * from '../b/three.ts';\nawait import('./one.ts');\nimport './gone.ts';\n`,
      'b/three.ts': '',
    });
    expect(Object.fromEntries(graph)).toEqual({
      'a/one.ts': ['a/two.ts', 'b/three.ts'],
      'a/two.ts': ['b/three.ts', 'a/one.ts'],
      'b/three.ts': [],
    });
  });

  test('has a cycle where types alone lead back, each ring once', () => {
    const graph = graphOf({
      'a.ts': `import { b } from './b.ts';`,
      'b.ts': `import { c } from './c.ts';`,
      'c.ts': `import type { A } from './a.ts';`,
      'd.ts': `import { a } from './a.ts';`,
    });
    expect(importCycles(graph)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
  });

  test('has none in a tree, however often something is shared', () => {
    const graph = graphOf({
      'a.ts': `import { b } from './b.ts';\nimport { c } from './c.ts';`,
      'b.ts': `import { c } from './c.ts';`,
      'c.ts': '',
    });
    expect(importCycles(graph)).toEqual([]);
  });
});

describe('folders side by side', () => {
  test('that import each other are named with an import of each way', () => {
    const graph = graphOf({
      'room/src/asking/ask.ts': `import { tell } from '../telling/deep/tell.ts';`,
      'room/src/telling/deep/tell.ts': '',
      'room/src/telling/other.ts': `import type { Asked } from '../asking/asked.ts';`,
      'room/src/asking/asked.ts': '',
    });
    expect(mutualFolders(graph)).toEqual([
      {
        folders: ['room/src/asking', 'room/src/telling'],
        imports: [
          'room/src/asking/ask.ts → room/src/telling/deep/tell.ts',
          'room/src/telling/other.ts → room/src/asking/asked.ts',
        ],
      },
    ]);
  });

  test('may import in one direction, and a folder what lies above it', () => {
    const graph = graphOf({
      'src/main.ts': `import { ask } from './asking/ask.ts';`,
      'src/asking/ask.ts': `import { tell } from '../telling/tell.ts';\nimport { name } from '../name.ts';`,
      'src/telling/tell.ts': '',
      'src/name.ts': '',
    });
    expect(mutualFolders(graph)).toEqual([]);
  });
});
