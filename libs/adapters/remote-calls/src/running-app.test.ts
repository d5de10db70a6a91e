import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADMINISTRATION_SOCKET } from '@kith/contracts';
import { deadlineIn } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { useEndings } from '@kith/testing/use-endings';
import { AppLeft, findRunningApp } from './running-app.ts';

let directory: string;
let server: Server | null;
const endings = useEndings(afterEach);
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kith-app-'));
  endings.push(() => rm(directory, { recursive: true }));
  server = null;
  endings.push(() => server?.close());
  endings.push(() => server?.closeAllConnections());
});

/** The users' calls of an app that answers like this. */
const usersOf = async (listener: RequestListener) => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(join(directory, ADMINISTRATION_SOCKET), resolve));
  const app = await findRunningApp(directory);
  if (app === null) throw new Error('the app was not found');
  const add = (ms = 60_000) =>
    app.users.add(deadlineIn(ms), {
      account: 'demo',
      username: 'ada',
      password: 'secret',
      caller: { by: 'admin@host', reason: '' },
    });
  const list = () => app.users.list({ account: 'demo', deadline: deadlineIn(60_000) });
  return { add, list };
};

describe('an app that runs on the data', () => {
  test('is found by its socket alone', async () => {
    expect(await findRunningApp(directory)).toBeNull();
    await writeFile(join(directory, ADMINISTRATION_SOCKET), '');
    expect(await findRunningApp(directory)).toBeNull();
    expect(await findRunningApp(join(directory, 'none'))).toBeNull();
  });

  test('that refuses says why', async () => {
    const { add } = await usersOf((_request, response) =>
      response.writeHead(400).end(JSON.stringify({ detail: 'The call is none.' })),
    );
    await expect(add()).rejects.toThrow('answered with status 400: The call is none.');
    await expect(add()).rejects.toHaveProperty('code', undefined);
  });

  test('that refuses with a problem says by its code why', async () => {
    const { add } = await usersOf((_request, response) =>
      response.writeHead(400).end(JSON.stringify({ code: 'bad_request', detail: 'The call is none.' })),
    );
    const message = 'the app that runs on the data: answered with status 400: The call is none.';
    await expect(add()).rejects.toMatchObject({ code: 'bad_request', message });
  });

  test.each(['', 'nonsense', '{"kind":"gone"}', '[]'])('that answers %j is Unavailable', async (text) => {
    const { add } = await usersOf((_request, response) => response.end(text));
    await expect(add()).rejects.toBeInstanceOf(Unavailable);
  });

  test('that does not answer is Unavailable when the deadline is over', async () => {
    const { add } = await usersOf(() => undefined);
    await expect(add(60)).rejects.toThrow('did not answer in time');
  });

  test('that ends in the middle of a call may have done what it was asked: nobody asks again', async () => {
    const { add } = await usersOf((request) => request.socket.destroy());
    const error: unknown = await add().catch((caught: unknown) => caught);
    expect(error).not.toBeInstanceOf(AppLeft);
    expect(String(error)).toContain('see whether it has done what it was asked');
  });

  test('that ends in the middle of a call which does no more when made twice has left', async () => {
    const { list } = await usersOf((request) => request.socket.destroy());
    await expect(list()).rejects.toBeInstanceOf(AppLeft);
  });

  test('that ended before a call has left', async () => {
    const { add } = await usersOf(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    await expect(add()).rejects.toBeInstanceOf(AppLeft);
  });
});
