import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { createLogger } from '../observability/logger.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { expectProblem, rawAnswer, rawClient } from './raw-client.fake.ts';
import { readBody, RequestAborted } from './read-body.ts';

const LIMIT = 1_000;
const lines: { level: string }[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as { level: string }) };

let server: HttpServer;
let port: number;
let failed: (error: unknown) => void = () => undefined;

const endings = useEndings();
beforeAll(async () => {
  server = createHttpServer({
    name: 'public',
    logger: createLogger({ name: 'edge', level: 'info', destination }),
    headerBytes: 4_096,
    deadlineMs: 1_000,
    fronts: [
      {
        prefix: '/',
        handle: async ({ request, response }) => {
          const body = await readBody(request, LIMIT).catch((error: unknown) => {
            failed(error);
            throw error;
          });
          response.end(body);
        },
      },
    ],
  });
  endings.push(() => server.close());
  ({ port } = await server.listen('127.0.0.1', 0));
});

const head = (...headers: string[]): string =>
  ['POST / HTTP/1.1', 'Host: k', ...headers, '', ''].join('\r\n');

const sized = (body: Buffer, ...headers: string[]): Buffer =>
  Buffer.concat([Buffer.from(head('Connection: close', `Content-Length: ${body.length}`, ...headers)), body]);

const chunked = (body: Buffer, ...headers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(head('Connection: close', 'Transfer-Encoding: chunked', ...headers)),
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);

const text = (length: number): Buffer => Buffer.from('x'.repeat(length));

describe('a body', () => {
  test('of up to the limit is read, whole or in chunks', async () => {
    expect((await rawAnswer(port, sized(text(LIMIT)))).body).toHaveLength(LIMIT);
    expect(await rawAnswer(port, chunked(text(LIMIT)))).toMatchObject({ status: 200 });
    expect(await rawAnswer(port, sized(text(0)))).toMatchObject({ status: 200, body: '' });
    expect(await rawAnswer(port, head('Connection: close'))).toMatchObject({ status: 200, body: '' });
  });

  test.each([
    ['that says so itself', sized(text(LIMIT + 1))],
    ['that says so and is long', sized(text(900_000))],
    ['in chunks', chunked(text(LIMIT + 1))],
    ['in chunks that are long', chunked(text(900_000))],
  ])('beyond the limit, %s, is a 413 that the client gets to read', async (_what, bytes) => {
    const answer = await rawAnswer(port, bytes);
    expectProblem(answer, 413);
    expect(answer.headers.get('connection')).toBe('close');
  });

  test('that is announced too long is refused before it is sent', async () => {
    const client = await rawClient(port);
    client.send(head('Content-Length: 900000'));
    expect(await client.received('}')).toContain('HTTP/1.1 413');
    client.socket.end();
  });

  test('that is refused on its way is read on, so that the client can send it and then read', async () => {
    const client = await rawClient(port);
    const chunk = `${(LIMIT * 2).toString(16)}\r\n${'x'.repeat(LIMIT * 2)}\r\n`;
    client.send(`${head('Transfer-Encoding: chunked')}${chunk}`);
    expect(await client.received('}')).toContain('HTTP/1.1 413');
    await rawAnswer(port, sized(text(1)));
    expect(client.socket.readableEnded).toBe(false);
    client.send(`${chunk}0\r\n\r\n`);
    await client.closed();
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('in %s is inflated, with the limit on both sides of it', async (encoding, compress) => {
    const header = `Content-Encoding: ${encoding}`;
    expect((await rawAnswer(port, sized(compress(text(LIMIT)), header))).body).toHaveLength(LIMIT);
    expect((await rawAnswer(port, chunked(compress(text(LIMIT)), header))).status).toBe(200);
    expectProblem(await rawAnswer(port, sized(compress(text(LIMIT + 1)), header)), 413);
    expectProblem(await rawAnswer(port, sized(compress(text(100_000)), header)), 413);
    expectProblem(await rawAnswer(port, sized(compress(text(500)).subarray(0, -3), header)), 400);
    expectProblem(await rawAnswer(port, sized(text(50), header)), 400);
  });

  test('that is not in a known encoding is a 400 at the whole body', async () => {
    for (const encoding of ['zstd', 'gzip, gzip', 'compress']) {
      const answer = await rawAnswer(port, sized(text(5), `Content-Encoding: ${encoding}`));
      expectProblem(answer, 400);
      expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ pointer: '' }] });
    }
    expect((await rawAnswer(port, sized(text(5), 'Content-Encoding: identity'))).status).toBe(200);
  });

  test('of a client that goes away is no error of ours', async () => {
    const outcome = new Promise((resolve) => {
      failed = resolve;
    });
    const client = await rawClient(port);
    client.send(`${head('Content-Length: 10')}123`);
    client.socket.end();
    expect(await outcome).toBeInstanceOf(RequestAborted);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
