import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { describe, expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { eventually, front, get, httpServers, statusesIn } from './http-servers.fake.ts';
import { expectProblem, rawAnswer, rawClient } from './raw-client.fake.ts';

const { served } = httpServers();

describe('the size of URL and headers', () => {
  const LIMIT = 4_096;

  test('up to the limit is served', async () => {
    const { port } = await served({});
    expect((await rawAnswer(port, get(`/op/${'x'.repeat(LIMIT - 100)}`))).status).toBe(200);
  });

  test.each([
    ['a URL', get(`/op/${'x'.repeat(LIMIT)}`)],
    ['a URL that never ends', `GET /op/${'x'.repeat(LIMIT * 20)}`],
    ['one header', get('/op/x', `Cookie: ${'x'.repeat(LIMIT)}\r\n`)],
    ['many headers', get('/op/x', 'A: b\r\n'.repeat(LIMIT))],
    ['many headers whose names and values alone are within it', get('/op/x', 'A: b\r\n'.repeat(LIMIT / 6))],
    ['both together', get(`/op/${'x'.repeat(LIMIT / 2)}`, `Cookie: ${'x'.repeat(LIMIT / 2)}\r\n`)],
  ])('%s beyond it is a 413 that the client gets to read', async (_what, bytes) => {
    const { port } = await served({});
    const answer = await rawAnswer(port, bytes);
    expectProblem(answer, 413, 'headers_too_large');
    expect(answer.headers.get('connection')).toBe('close');
  });

  test('beyond it does not reset the connection under the answer', async () => {
    const { port } = await served({});
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    const ended = once(socket, 'end');
    const closed = once(socket, 'close');
    socket.write(`GET /op/${'x'.repeat(LIMIT * 2)}`);
    await ended;
    for (const piece of ['more', 'and more']) {
      socket.write(piece);
      await rawAnswer(port, get('/op/x'));
    }
    socket.end();
    expect(await closed).toEqual([false]);
  });

  test('counts for each request of a connection by itself', async () => {
    const { port } = await served({});
    const one = `GET /op/${'x'.repeat(LIMIT / 2)} HTTP/1.1\r\nHost: kith\r\n\r\n`;
    const client = await rawClient(port);
    client.send(one.repeat(3) + get('/op/last', 'X-Request-Id: last\r\n'));
    expect((await client.closed()).match(/HTTP\/1\.1 200/g)).toHaveLength(4);
  });
});

describe('what is not HTTP', () => {
  test.each([
    ['noise', 'HELO kith\r\n\r\n'],
    ['a TLS greeting', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0])],
    ['a header without a name', 'GET /op/x HTTP/1.1\r\n: x\r\n\r\n'],
    [
      'two lengths',
      'POST /op/x HTTP/1.1\r\nHost: k\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['no host', 'GET /op/x HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('(%s) is a 400 and the end of the connection', async (_what, bytes) => {
    const { port } = await served({});
    expectProblem(await rawAnswer(port, bytes), 400, 'not_http');
  });

  test('HTTP/1.0 needs no host', async () => {
    const { port } = await served({});
    expect((await rawAnswer(port, 'GET /op/x HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('behind requests under way is a 400 after their answers', async () => {
    const answers: (() => void)[] = [];
    const { port } = await served({
      fronts: [front(({ response, path }) => void answers.push(() => response.end(path)))],
    });
    const client = await rawClient(port);
    const one = (name: string): string => `GET /op/${name} HTTP/1.1\r\nHost: kith\r\n\r\n`;
    client.send(`${one('first')}${one('second')}noise\r\n\r\n`);
    await eventually(() => expect(answers).toHaveLength(2));
    for (const answer of answers.reverse()) answer();
    expect(statusesIn(await client.closed())).toEqual([200, 200, 400]);
  });

  test('in the chunks of a body behind a request under way is a 400 in its turn', async () => {
    const exchanges: Exchange[] = [];
    const { port } = await served({ fronts: [front((exchange) => void exchanges.push(exchange))] });
    const client = await rawClient(port);
    const head = 'POST /op/x HTTP/1.1\r\nHost: kith\r\nTransfer-Encoding: chunked\r\n\r\n';
    client.send(`GET /op/first HTTP/1.1\r\nHost: kith\r\n\r\n${head}zz\r\n`);
    await eventually(() => expect(exchanges).toHaveLength(2));
    exchanges[0]!.response.end('first');
    expect(statusesIn(await client.closed())).toEqual([200, 400]);
  });

  test('CONNECT behind a request is a 404 after its answer', async () => {
    const { port } = await served({});
    const first = 'GET /op/first HTTP/1.1\r\nHost: kith\r\n\r\n';
    const client = await rawClient(port);
    client.send(`${first}CONNECT kith:443 HTTP/1.1\r\nHost: kith:443\r\n\r\n`);
    expect(statusesIn(await client.closed())).toEqual([200, 404]);
  });

  test('in the chunks of a body is a 400', async () => {
    const { port } = await served({ fronts: [front(({ request }) => void request.resume())] });
    const head = 'POST /op/x HTTP/1.1\r\nHost: kith\r\nTransfer-Encoding: chunked\r\n\r\n';
    expectProblem(await rawAnswer(port, `${head}zz\r\n`), 400, 'not_http');
  });
});

describe('the corners of HTTP', () => {
  test.each(['/op/x', '/app', '/nowhere'])(
    'an upgrade is passed over and the request for %s served, as the last of its connection',
    async (target) => {
      const { port } = await served({ app: express().get('/app', (_, response) => void response.end()) });
      const upgrade = `GET ${target} HTTP/1.1\r\nHost: kith\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
      const { status, headers } = await rawAnswer(port, upgrade);
      expect(status).toBe(target === '/nowhere' ? 404 : 200);
      expect(headers.get('connection')).toBe('close');
    },
  );

  test('CONNECT is a 404', async () => {
    const { port } = await served({});
    expectProblem(await rawAnswer(port, 'CONNECT kith:443 HTTP/1.1\r\nHost: kith:443\r\n\r\n'), 404);
  });

  test('who expects 100-continue gets it; other expectations are passed over', async () => {
    const { port } = await served({});
    const client = await rawClient(port);
    client.send(
      'POST /op/x HTTP/1.1\r\nHost: k\r\nConnection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    await client.received('100 Continue');
    client.send('{}');
    expect(await client.closed()).toContain('HTTP/1.1 200');
    expect((await rawAnswer(port, get('/op/x', 'Expect: cake\r\n'))).status).toBe(200);
  });

  test.each([
    ['headers', 'GET /op/x HTTP/1.1\r\nHost: k'],
    ['a body', 'POST /op/x HTTP/1.1\r\nHost: k\r\nContent-Length: 9\r\n\r\n1'],
  ])('%s that do not arrive in time are a 408', async (_what, bytes) => {
    const { port } = await served({
      timeouts: { headersMs: 50, requestMs: 60 },
      fronts: [front(({ request }) => void request.resume())],
    });
    expectProblem(await rawAnswer(port, bytes), 408, 'request_timeout');
  });

  test('a HEAD that fails has no body', async () => {
    const { port } = await served({});
    const answer = await rawAnswer(port, 'HEAD /x HTTP/1.1\r\nHost: kith\r\nConnection: close\r\n\r\n');
    expect(answer).toMatchObject({ status: 404, body: '' });
  });
});
