import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { makeDirectory } from './data-directory.ts';

const PACKAGE = new URL('../../dist/index.js', import.meta.url).href;
/** Whoever never ends is killed: the file system is asked without a pause, so nothing else can end it. */
const PATIENCE_MS = 50_000;

const OPENING = `
  const { openEmbeddedStore } = await import(${JSON.stringify(PACKAGE)});
  await openEmbeddedStore({ directory: '/proc', clock: Date.now }).catch(({ message }) => console.log(message));
`;

describe('a directory that is made', () => {
  let home: TemporaryDirectory;
  const endings = useEndings(afterEach);
  beforeEach(async () => {
    home = await temporaryDirectory();
    endings.push(() => home.remove());
  });

  test('has those above it, belongs to its owner alone, and may be there already', async () => {
    const directory = join(home.path, 'one', 'two', 'three');
    makeDirectory(directory);
    for (const path of [directory, join(home.path, 'one')]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    }
    await mkdir(join(directory, 'store'));
    makeDirectory(directory);
    expect((await stat(join(directory, 'store'))).isDirectory()).toBe(true);
  });

  test('cannot lie in a file', async () => {
    const file = join(home.path, 'file');
    await writeFile(file, '');
    expect(() => makeDirectory(join(file, 'store'))).toThrow('EEXIST');
    expect(() => makeDirectory(file)).toThrow('EEXIST');
  });

  test('cannot lie where the system lets nobody make one, and that is said at once', async () => {
    const args = ['--input-type=module', '-e', OPENING];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: PATIENCE_MS });
    expect(stdout).toContain('/proc');
  });
});
