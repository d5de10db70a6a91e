import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { listenPrivately, withShortPath } from './listen-privately.ts';

let folder: string;
const endings = useEndings(afterEach);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'socket-test-'));
  endings.push(() => rm(folder, { recursive: true }));
});

/** What a server on the socket says to whoever connects. */
const saidAt = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(path).setEncoding('utf8');
    socket.once('data', resolve).once('error', reject);
  });

const answeredBy = async (file: string): Promise<string> => {
  const server = createServer((socket) => socket.end('here'));
  await listenPrivately(server, file);
  try {
    return await withShortPath(file, saidAt);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
};

const longFolder = async (): Promise<string> => {
  const long = join(folder, 'a'.repeat(100), 'b'.repeat(100));
  await mkdir(long, { recursive: true });
  return long;
};

describe('a private socket', () => {
  test('can be opened by its owner alone, whatever files of the process can be', async () => {
    const before = process.umask(0);
    const server = createServer();
    const file = join(folder, 'a.sock');
    try {
      await listenPrivately(server, file);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    } finally {
      expect(process.umask(before)).toBe(0);
      server.close();
    }
  });

  test('takes the place of what a killed process left', async () => {
    const file = join(folder, 'a.sock');
    await writeFile(file, 'left behind');
    expect(await answeredBy(file)).toBe('here');
  });

  test('is reached where the path is longer than sockets can have, through a link that is gone afterwards', async () => {
    const file = join(await longFolder(), 'a.sock');
    expect(await answeredBy(file)).toBe('here');
    const path = await withShortPath(file, (short) => Promise.resolve(short));
    expect(path).not.toBe(file);
    await expect(stat(dirname(dirname(path)))).rejects.toThrow('ENOENT');
  });

  test('cannot be where there is no folder', async () => {
    await expect(listenPrivately(createServer(), join(folder, 'none', 'a.sock'))).rejects.toThrow('listen');
  });
});
