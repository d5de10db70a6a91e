import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { anchorsIn, pathsIn, referencesIn, vagueReferencesIn } from './references.ts';
import { workspaceFiles } from './workspace-files.ts';

/** Records of what was decided name files as they were then, and so does the changelog. */
const RECORDS = /^(?:docs\/decisions\/|CHANGELOG)/;
const TEXT = /\.(?:ts|mts|mjs|md|ya?ml|json|graphql|svg|html|css)$|^(?!.*\.\w+$)/;
const OWN = /^tools\/src\/docs\/references/;

describe('references to pages', () => {
  let files: ReadonlySet<string>;
  let folders: ReadonlySet<string>;
  const texts = new Map<string, string>();
  beforeAll(async () => {
    files = new Set(await workspaceFiles());
    folders = new Set(Array.from(files, foldersOf).flat());
    for (const file of files) {
      if (TEXT.test(file) && !OWN.test(file) && file !== 'pnpm-lock.yaml')
        texts.set(file, await readFile(join(workspaceRoot, file), 'utf8'));
    }
  });

  test('lead to a file, and to a heading in it', () => {
    const lost = Array.from(texts).flatMap(([from, text]) =>
      referencesIn(from, text)
        .filter(({ file, anchor }) => !(anchor === '' ? isThere(file) : hasHeading(file, anchor)))
        .map(({ file, anchor }) => `${from}: ${file}#${anchor}`),
    );
    expect(lost).toEqual([]);
  });

  test('are many, so that the look for them found some', () => {
    const behaviour = Array.from(texts).flatMap(([from, text]) =>
      referencesIn(from, text).filter(({ file, anchor }) => file === 'docs/behaviour.md' && anchor !== ''),
    );
    expect(behaviour.length).toBeGreaterThan(100);
  });

  test('have a form that can be followed', () => {
    const vague = Array.from(texts).flatMap(([from, text]) =>
      vagueReferencesIn(text).map((form) => `${from}: ${form}`),
    );
    expect(vague).toEqual([]);
  });

  test('name paths that are there, in all pages but the records', () => {
    const pages = Array.from(texts).filter(([from]) => from.endsWith('.md') && !RECORDS.test(from));
    const gone = pages.flatMap(([from, page]) =>
      pathsIn(page, topFolders())
        .filter((path) => !isPath(path))
        .map((path) => `${from}: ${path}`),
    );
    expect(gone).toEqual([]);
  });

  const isThere = (file: string): boolean => files.has(file) || folders.has(file);
  const hasHeading = (file: string, anchor: string): boolean =>
    file.endsWith('.md') && anchorsIn(texts.get(file) ?? '').has(anchor);
  const topFolders = (): readonly string[] => Array.from(folders).filter((folder) => !folder.includes('/'));
  /** A page may leave out the folders before a name. */
  const isPath = (path: string): boolean => {
    const bare = path.replace(/\/$/, '');
    return isThere(bare) || [...files, ...folders].some((file) => file.endsWith(`/${bare}`));
  };
});

const foldersOf = (file: string): readonly string[] =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

describe('what a reference is', () => {
  test('a heading has the anchor that GitHub gives it', () => {
    expect(anchorsIn('# A `b`, c!\n\n## A b c\n\n```md\n# none\n```\n\n## 2. The _x_')).toEqual(
      new Set(['a-b-c', 'a-b-c-1', '2-the-_x_']),
    );
  });

  test('a link is one, relative to its page, and so is the path of a page in a text', () => {
    expect(
      referencesIn('docs/decisions/1.md', '[a](../b.md#c) [d](#e) [f](https://g.h/i.md) docs/j.md'),
    ).toEqual([
      { file: 'docs/b.md', anchor: 'c' },
      { file: 'docs/decisions/1.md', anchor: 'e' },
      { file: 'docs/j.md', anchor: '' },
    ]);
    expect(referencesIn('a.ts', '// as told (docs/b.md#c-d), see docs/e.json.')).toEqual([
      { file: 'docs/b.md', anchor: 'c-d' },
      { file: 'docs/e.json', anchor: '' },
    ]);
  });

  test.each([
    'behaviour.md section 3',
    '(specification, A3)',
    '(architecture, Ports)',
    'docs/decisions/0011)',
  ])('%s is none that can be followed', (text) => expect(vagueReferencesIn(text)).toHaveLength(1));

  test('a path is named in backticks', () => {
    expect(pathsIn('`libs/domain/*` `settle.ts` `rules/` `libs/a/b.ts` `kith.sock`', ['libs'])).toEqual([
      'libs/domain',
      'settle.ts',
      'rules/',
      'libs/a/b.ts',
    ]);
  });
});
