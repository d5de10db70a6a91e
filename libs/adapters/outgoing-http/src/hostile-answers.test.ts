import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createLive, deadlineIn } from '@kith/platform';
import type { OutgoingCall, OutgoingOutcome } from '@kith/ports';
import { startHostileServer } from './hostile-server.fake.ts';
import { openOutgoingHttp } from './open-outgoing-http.ts';

const MAX_BYTES = 10_000;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const stage = async (answer: (socket: Socket) => void) => {
  const server = await startHostileServer(answer);
  const origin = `http://127.0.0.1:${server.port}`;
  const { http, close } = openOutgoingHttp({
    hosts: createLive([{ origin, allowPrivate: true }]).live,
    maxAnswerBytes: MAX_BYTES,
  });
  closers.push(close, server.close);
  const call = (ms = 10_000, more: Partial<OutgoingCall> = {}): Promise<OutgoingOutcome> =>
    http.call(deadlineIn(ms), { method: 'GET', url: `${origin}/a?key=hidden`, headers: {}, ...more });
  return { server, origin, call };
};

const answering = (...pieces: readonly (string | Buffer)[]) =>
  stage((socket) => pieces.forEach((piece) => socket.write(piece)));

const head = (...lines: readonly string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

/** Writes for as long as anybody reads. */
const pour = (socket: Socket, piece: string): void => {
  const more = (): void => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
};

describe('an answer of a hostile server', () => {
  test('that leads elsewhere is not followed', async () => {
    const other = await startHostileServer((socket) => socket.end(head('content-length: 0')));
    closers.push(other.close);
    const location = `location: http://127.0.0.1:${other.port}/`;
    const { call, server } = await answering(
      `HTTP/1.1 302 Found\r\n${location}\r\ncontent-length: 0\r\n\r\n`,
    );
    expect(await call()).toMatchObject({ kind: 'answered', status: 302, body: '' });
    expect([server.connections(), other.connections()]).toEqual([1, 0]);
  });

  test('that has no end is left when it is too large', async () => {
    const { call } = await stage((socket) => {
      socket.write(head('connection: close'));
      pour(socket, 'x'.repeat(1_000));
    });
    expect(await call()).toMatchObject({ kind: 'failed', why: 'tooLarge' });
  });

  test.each([
    ['has no end', 'connection: close'],
    ['says that it is too large', `content-length: ${MAX_BYTES + 1}`],
    ['comes in an encoding that nobody asked for', 'content-encoding: br'],
  ])('whose body does not count is told by its head, also where that %s', async (_, line) => {
    const { call } = await stage((socket) => {
      socket.write(head(line));
      pour(socket, 'x'.repeat(1_000));
    });
    expect(await call(10_000, { ignoresBody: true })).toMatchObject({
      kind: 'answered',
      status: 200,
      body: '',
    });
  });

  test('that says it will be too large is not read', async () => {
    const { call } = await answering(head(`content-length: ${MAX_BYTES + 1}`));
    expect(await call()).toMatchObject({ kind: 'failed', why: 'tooLarge' });
  });

  test('of the most bytes is read whole', async () => {
    const { call } = await answering(head(`content-length: ${MAX_BYTES}`), 'x'.repeat(MAX_BYTES));
    expect(await call()).toMatchObject({ kind: 'answered', body: 'x'.repeat(MAX_BYTES) });
  });

  test('that unpacks to too much is too large, however small it came', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const packed = bomb.subarray(0, 5_000);
    const { call } = await answering(
      head('content-encoding: gzip', `content-length: ${packed.length}`),
      packed,
    );
    expect(await call()).toMatchObject({ kind: 'failed', why: 'tooLarge' });
  });

  test('that is packed as asked is unpacked', async () => {
    const packed = gzipSync('{"a":"ü"}');
    const { call, server } = await answering(
      head('Content-Encoding: GZIP', `content-length: ${packed.length}`),
      packed,
    );
    expect(await call()).toMatchObject({ kind: 'answered', body: '{"a":"ü"}' });
    expect(server.requests[0]).toContain('accept-encoding: gzip\r\n');
  });

  test('that is empty although it is said to be packed is empty', async () => {
    const { call } = await answering(head('content-encoding: gzip', 'content-length: 0'));
    expect(await call()).toMatchObject({ kind: 'answered', body: '' });
  });

  test.each(['br', 'gzip, gzip', 'deflate'])(
    'packed as %s, which nobody asked for, is none',
    async (name) => {
      const { call } = await answering(head(`content-encoding: ${name}`, 'content-length: 1'), 'x');
      expect(await call()).toMatchObject({ kind: 'failed', why: 'unreachable' });
    },
  );

  test.each([
    ['drips', (socket: Socket) => void socket.write(`${head('content-length: 9000')}x`)],
    ['drips its head', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nx-a: ')],
    ['never comes', () => undefined],
    ['is said to come soon, for ever', (socket: Socket) => void socket.write('HTTP/1.1 103 Early\r\n\r\n')],
  ])('that %s is given up at the deadline, and its connection ends', async (_name, answer) => {
    const sockets: Socket[] = [];
    const { call } = await stage((socket) => {
      sockets.push(socket);
      answer(socket);
    });
    expect(await call(300)).toMatchObject({ kind: 'failed', why: 'tooLong' });
    for (const socket of sockets) if (!socket.destroyed) await once(socket, 'close');
    expect(sockets).toHaveLength(1);
  });

  test('with a head beyond the limit is too large', async () => {
    const { call } = await answering(head(`x-a: ${'x'.repeat(20_000)}`));
    expect(await call()).toMatchObject({ kind: 'failed', why: 'tooLarge' });
  });

  test.each<[string, string]>([
    ['is no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['has two lengths', `${head('content-length: 1', 'content-length: 2')}ab`],
    ['has a length and chunks', `${head('content-length: 1', 'transfer-encoding: chunked')}0\r\n\r\n`],
    ['changes the protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ])('that %s is none', async (_name, text) => {
    const { call } = await answering(text);
    expect(await call()).toMatchObject({ kind: 'failed', why: 'unreachable' });
  });

  test.each<[string, string | Buffer]>([
    ['', `${head('content-length: 100')}half`],
    [', chunked', `${head('transfer-encoding: chunked')}4\r\nhalf\r\n`],
    [
      ', packed',
      Buffer.concat([Buffer.from(head('content-encoding: gzip')), gzipSync('whole').subarray(0, 12)]),
    ],
  ])('that is cut in the middle%s is none', async (_name, text) => {
    const { call } = await stage((socket) => void socket.end(text));
    expect(await call()).toMatchObject({ kind: 'failed', why: 'unreachable' });
  });

  test('that fails shows nothing of path, query and headers in what an operator reads', async () => {
    const { call, origin } = await answering('garbage\r\n\r\n');
    const outcome = await call(10_000, { headers: { authorization: 'Bearer hidden' } });
    expect(outcome).toEqual({
      kind: 'failed',
      why: 'unreachable',
      detail: expect.stringContaining(`${origin}: HPE_`),
    });
    expect(JSON.stringify(outcome)).not.toContain('hidden');
  });

  test('spoils nothing for the next one, which gets a connection of its own', async () => {
    let answers = 0;
    const { call, server } = await stage((socket) => {
      answers += 1;
      socket.write(answers === 1 ? `${head('content-length: 2')}ok${head('content-length: 4')}evil` : '');
      if (answers > 1) socket.write(`${head('content-length: 4')}good`);
    });
    expect(await call()).toMatchObject({ body: 'ok' });
    expect(await call()).toMatchObject({ body: 'good' });
    expect(server.connections()).toBe(2);
  });
});
