import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { noticePage } from './notice-page.ts';
import { thirdPartiesOf } from './third-parties.ts';
import { workspaceFiles } from './workspace-files.ts';

/** Those that let Apache-2.0 stand: whoever has Kith may also offer it as a service. */
const PERMISSIVE = new Set([
  '(MIT AND BSD-3-Clause)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

describe('NOTICE', () => {
  test('names what the lockfile lets into the apps', async () => {
    expect(await readFile(join(workspaceRoot, 'NOTICE'), 'utf8')).toBe(await noticePage());
  });

  test('has no package whose licence forbids what that of Kith allows', async () => {
    const entries = Array.from((await noticePage()).matchAll(/^(\S+ \d\S*): (.+)$/gm));
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter(([, , licence = '']) => !PERMISSIVE.has(licence)).map(([entry]) => entry)).toEqual(
      [],
    );
  });

  test('stands beside a licence that every package of the workspace names', async () => {
    expect(await readFile(join(workspaceRoot, 'LICENSE'), 'utf8')).toContain('Version 2.0, January 2004');
    const manifests = (await workspaceFiles()).filter((file) => /(?:^|\/)package\.json$/.test(file));
    const others: string[] = [];
    for (const file of manifests) {
      const { license } = JSON.parse(await readFile(join(workspaceRoot, file), 'utf8')) as {
        license?: string;
      };
      if (license !== 'Apache-2.0') others.push(file);
    }
    expect(others).toEqual([]);
  });
});

describe('third parties', () => {
  const lockfile = {
    importers: {
      '.': { dependencies: { builder: { version: '1.0.0' } } },
      'apps/a': {
        dependencies: { '@kith/b': { version: 'link:../../libs/b' }, c: { version: '1.0.0(d@2.0.0)' } },
      },
      'libs/b': { dependencies: { '@e/f': { version: '3.0.0' } } },
    },
    packages: {
      '@e/f@3.0.0': {},
      'c@1.0.0': {},
      'd@2.0.0': {},
      'g-linux@1.0.0': { os: ['linux'] },
      'h@4.0.0': {},
    },
    snapshots: {
      '@e/f@3.0.0': { optionalDependencies: { 'g-linux': '1.0.0' } },
      'c@1.0.0(d@2.0.0)': { dependencies: { d: '2.0.0', other: 'h@4.0.0' } },
      'd@2.0.0': {},
      'g-linux@1.0.0': {},
      'h@4.0.0': {},
      'builder@1.0.0': {},
    },
  };

  test('are what apps depend on, by rooms and packages, also under another name, and not for one system alone', () => {
    expect(thirdPartiesOf(lockfile)).toEqual([
      { name: '@e/f', version: '3.0.0' },
      { name: 'c', version: '1.0.0' },
      { name: 'd', version: '2.0.0' },
      { name: 'h', version: '4.0.0' },
    ]);
  });
});
