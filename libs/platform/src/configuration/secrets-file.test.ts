import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { makeSecretsFile, readSecretsFile } from './secrets-file.ts';

let folder: string;
let path: string;

const endings = useEndings(afterEach);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  endings.push(() => rm(folder, { recursive: true }));
  path = join(folder, 'secrets.json');
});

describe('making a secrets file', () => {
  test('gives every name 32 random bytes, in a file for its owner alone', async () => {
    const secrets = await makeSecretsFile(path, ['umid', 'retry']);
    expect(Buffer.from(secrets['umid']![0]!, 'base64url')).toHaveLength(32);
    expect(secrets['umid']).not.toEqual(secrets['retry']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  });

  test('adds what is missing and changes nothing that is there', async () => {
    const before = await makeSecretsFile(path, ['umid']);
    const after = await makeSecretsFile(path, ['umid', 'chain']);
    expect(after['umid']).toEqual(before['umid']);
    expect(Object.keys(after)).toEqual(['umid', 'chain']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  });

  test('of many first starts at once all end with the same secrets', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => makeSecretsFile(path, ['umid'])));
    expect(new Set(all.map((secrets) => secrets['umid']![0])).size).toBe(1);
  });

  test('a file that holds nonsense is refused, not replaced', async () => {
    await writeFile(path, 'hunter2 {');
    await expect(makeSecretsFile(path, ['umid'])).rejects.toThrow(`${path}: must be JSON`);
    expect(await readFile(path, 'utf8')).toBe('hunter2 {');
  });
});

describe('reading a secrets file', () => {
  test('names all its faults and shows no value', async () => {
    await writeFile(path, JSON.stringify({ umid: ['hunter2'], retry: 'x'.repeat(40), chain: [] }));
    await expect(readSecretsFile(path, ['umid', 'gone'])).rejects.toThrow(
      [
        `${path}: gone: is missing`,
        `${path}: umid: must be a list of strings of at least 32 characters`,
        `${path}: retry: must be a list of strings of at least 32 characters`,
        `${path}: chain: must be a list of strings of at least 32 characters`,
      ].join('\n'),
    );
  });

  test('of a file that is not there says so', async () => {
    await expect(readSecretsFile(path, [])).rejects.toThrow(`${path}: there is no such file`);
    await expect(readSecretsFile(folder, [])).rejects.toThrow(`${folder}: cannot be read (EISDIR)`);
  });

  test('of a list says what it must be', async () => {
    await writeFile(path, '[]');
    await expect(readSecretsFile(path, [])).rejects.toThrow(`${path}: must be a JSON object of lists`);
  });
});
