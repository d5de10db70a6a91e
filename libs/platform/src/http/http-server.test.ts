import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import express from 'express';
import { DeadlineExceeded } from '../concurrency/deadline.ts';
import { createLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { tooManyRequests } from '../errors/problem.ts';
import { answer } from './answer.ts';
import type { Exchange, Front } from './exchange.ts';
import { notFoundHandler, problemErrorHandler, requestIdOf } from './express-problems.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';
import { readBody } from './read-body.ts';
import { expectProblem, parseAnswer, rawAnswer, rawClient } from './raw-client.fake.ts';

const opened: HttpServer[] = [];
const lines: Record<string, unknown>[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
const logger = createLogger({ name: 'edge', level: 'debug', destination });

afterEach(async () => {
  lines.length = 0;
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

/** For what never comes, on a machine that is busy with other things, in milliseconds. */
const NEVER_MS = 120_000;
const eventually = (look: () => unknown): Promise<unknown> => vi.waitFor(look, NEVER_MS);

const front = (handle: (exchange: Exchange) => Promise<void> | void): Front => ({
  prefix: '/op/',
  handle: async (exchange) => handle(exchange),
});

const hello = front((exchange) => answer(exchange, 200, [], 'hello'));

const served = async (options: Partial<HttpServerOptions>): Promise<{ server: HttpServer; port: number }> => {
  const server = createHttpServer({
    name: 'public',
    logger,
    headerBytes: 4_096,
    deadlineMs: 1_000,
    fronts: [hello],
    ...options,
  });
  opened.push(server);
  return { server, port: (await server.listen('127.0.0.1', 0)).port };
};

const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: kith\r\nConnection: close\r\n${headers}\r\n`;

const statusesIn = (text: string): readonly number[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

const errorsLogged = (): Record<string, unknown>[] => lines.filter(({ level }) => level === 'error');

describe('a front', () => {
  test('answers on the objects of node:http, which Express never sees', async () => {
    const app = express().use((_request, response) => void response.send('express'));
    let seen: Exchange | undefined;
    const { port } = await served({
      app,
      fronts: [
        front((exchange) => {
          seen = exchange;
          exchange.response.end('front');
        }),
      ],
    });
    expect((await rawAnswer(port, get('/op/w%65b/info?out=js&a=%20'))).body).toBe('front');
    expect(seen).toMatchObject({ path: '/op/w%65b/info', query: 'out=js&a=%20' });
    expect(seen?.request).toBeInstanceOf(IncomingMessage);
    expect(Object.keys(seen!.request)).not.toContain('originalUrl');
    expect(seen?.deadline.remainingMs()).toBeLessThanOrEqual(1_000);
    expect((await rawAnswer(port, get('/other'))).body).toContain('express');
  });

  test.each(['http://kith/op/x?a', 'HTTPS://kith:8080/op/x?a'])('gets %s as a path too', async (target) => {
    const { port } = await served({
      fronts: [front(({ response, path, query }) => void response.end(path + query))],
    });
    expect((await rawAnswer(port, get(target))).body).toContain('/op/xa');
  });

  test('whatever no front takes is a 404 where there is no app', async () => {
    const { port } = await served({});
    for (const target of ['/', '/op', '/OP/x', '*', '/x?/op/']) {
      expectProblem(await rawAnswer(port, get(target)), 404, 'not_found');
    }
  });

  test('what it throws as a problem is answered as it is', async () => {
    const { port } = await served({
      fronts: [
        front(() => {
          throw tooManyRequests(7);
        }),
      ],
    });
    const answer = await rawAnswer(port, get('/op/x'));
    expectProblem(answer, 429, 'too_many_requests');
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(errorsLogged()).toEqual([]);
  });

  test.each([new Error('secret of the store'), new DeadlineExceeded('the secret store')])(
    'whatever else it throws is a 500 that tells only its id, logged once (%s)',
    async (thrown) => {
      const { port } = await served({ fronts: [front(() => Promise.reject(thrown))] });
      const answer = await rawAnswer(port, get('/op/x', 'X-Request-Id: r-1\r\n'));
      expectProblem(answer, 500, 'internal_server_error');
      expect(answer.body).not.toContain('secret');
      expect(answer.body).toContain('r-1');
      expect(errorsLogged()).toMatchObject([
        {
          requestId: 'r-1',
          code: 'internal_server_error',
          message: 'a request failed',
          error: { message: expect.stringContaining('secret') },
        },
      ]);
    },
  );

  test('an answer that had begun when it failed is cut off, not completed', async () => {
    const { port } = await served({
      fronts: [
        front(({ response }) => {
          response.writeHead(200, { 'Content-Length': 100 }).write('half');
          throw new Error('broken');
        }),
      ],
    });
    const answer = await rawAnswer(port, get('/op/x'));
    expect(answer.body).not.toContain('problem');
    expect(errorsLogged()).toHaveLength(1);
  });
});

describe('a request id', () => {
  test("is the caller's where it is sane, on every kind of answer", async () => {
    const app = express().get('/app', (request, response) => void response.send(requestIdOf(request)));
    const { port } = await served({ app });
    for (const target of ['/op/x', '/app', '/nowhere']) {
      const answer = await rawAnswer(port, get(target, 'X-Request-Id: r-1\r\n'));
      expect(answer.headers.get('x-request-id')).toBe('r-1');
    }
    expect((await rawAnswer(port, get('/app', 'X-Request-Id: r-1\r\n'))).body).toBe('r-1');
    expect((await rawAnswer(port, get('/app', 'X-Request-Id: a b\r\n'))).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });
});

describe('an Express app behind the fronts', () => {
  test('changes the prototype of no request and no response, as V8 would keep them for long', async () => {
    const prototypes: unknown[][] = [];
    const note = (request: object, response: object): void =>
      void prototypes.push([request, response].map((one) => Object.getPrototypeOf(one) as unknown));
    const app = express().get('/app', (request, response) => {
      note(request, response);
      response.type('text').send(`${request.query['a'] as string} ${response.app === app}`);
    });
    const { port } = await served({
      app,
      fronts: [
        front((exchange) => {
          note(exchange.request, exchange.response);
          answer(exchange, 200, [], '');
        }),
      ],
    });
    await rawAnswer(port, get('/op/x'));
    expect((await rawAnswer(port, get('/app?a=b'))).body).toBe('b true');
    const [inFront, inExpress] = prototypes;
    expect(inExpress![0]).toBe(inFront![0]);
    expect(inExpress![1]).toBe(inFront![1]);
  });

  const failing = express()
    .use(express.json({ limit: 100 }))
    .get('/fails', () => {
      throw new Error('secret');
    })
    .post('/takes', (_request, response) => void response.send('taken'));

  const post = (body: string): string =>
    `POST /takes HTTP/1.1\r\nHost: kith\r\nConnection: close\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`;

  test.each([
    ['by itself', failing],
    ['with its own handlers', express().use(failing, notFoundHandler, problemErrorHandler(logger))],
  ])('answers with problems %s', async (_how, app) => {
    const { port } = await served({ app });
    expectProblem(await rawAnswer(port, get('/nowhere')), 404);
    expectProblem(await rawAnswer(port, get('/%ff')), 404);
    expectProblem(await rawAnswer(port, post('{"a":')), 400);
    expectProblem(await rawAnswer(port, post(`"${'x'.repeat(200)}"`)), 413, 'payload_too_large');
    expect(errorsLogged()).toEqual([]);
    const answer = await rawAnswer(port, get('/fails'));
    expectProblem(answer, 500);
    expect(answer.body).not.toContain('secret');
    expect(errorsLogged()).toHaveLength(1);
  });
});

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

describe('requests that come before the answers to others are read', () => {
  const numbered = (count: number): string =>
    Array.from({ length: count }, (_, index) => `GET /op/${index} HTTP/1.1\r\nHost: kith\r\n\r\n`).join('');

  test('a thousand at once, some with bodies, are answered in their order', async () => {
    const { port } = await served({
      fronts: [
        front(async (exchange) => {
          const body = await readBody(exchange.request, 10_000);
          if (Number(exchange.path.slice(4)) % 3 === 0) await nextRound();
          answer(exchange, 200, [], `<${exchange.path} ${body.length}>`);
        }),
      ],
    });
    const lengths = Array.from({ length: 1_000 }, (_, index) => (index % 7 === 0 ? index * 5 : 0));
    const client = await rawClient(port);
    for (const [index, length] of lengths.entries()) {
      const end = length === 0 ? '' : `Content-Length: ${length}\r\n`;
      const last = index === 999 ? 'Connection: close\r\n' : '';
      client.send(
        `POST /op/${index} HTTP/1.1\r\nHost: kith\r\n${end}${last}\r\n${'\r\n\r\n'.repeat(length).slice(0, length)}`,
      );
    }
    const answers = (await client.closed()).match(/<[^>]*>/g);
    expect(answers).toEqual(lengths.map((length, index) => `</op/${index} ${length}>`));
  });

  test('at most 16 of a connection are dispatched, and no more parsed', async () => {
    const answers: (() => void)[] = [];
    const { port } = await served({
      fronts: [front((exchange) => void answers.push(() => answer(exchange, 200, [], '')))],
    });
    const client = await rawClient(port);
    client.send(numbered(100));
    await eventually(() => expect(answers).toHaveLength(16));
    await rawAnswer(port, get('/elsewhere'));
    expect(answers).toHaveLength(16);
    for (let index = 0; index < 100; index += 1) {
      await eventually(() => expect(answers.length).toBeGreaterThan(index));
      answers[index]!();
    }
    await eventually(async () => expect(statusesIn(await client.received('200'))).toHaveLength(100));
    client.socket.destroy();
  });

  /** How many requests of a server the parser has made objects of. */
  const parsedBy = (port: number): (() => number) => {
    let parsed = 0;
    const onStart = (message: unknown): void => {
      const { localPort } = (message as { readonly socket: Socket }).socket;
      if (localPort === port) parsed += 1;
    };
    subscribe('http.server.request.start', onStart);
    onTestFinished(() => void unsubscribe('http.server.request.start', onStart));
    return () => parsed;
  };

  test.each([
    ['without a body', '\r\n'],
    ['with a body', 'Content-Length: 9\r\n\r\nbody=body'],
    ['with a body in chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n'],
    ['with an empty body in chunks', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('requests %s are parsed as they are dispatched, and all answered in the end', async (_what, rest) => {
    const answers: (() => void)[] = [];
    const hold = async (exchange: Exchange): Promise<void> => {
      await readBody(exchange.request, 100);
      answers.push(() => answer(exchange, 200, [], ''));
    };
    const { port } = await served({ fronts: [front(hold)] });
    const parsed = parsedBy(port);
    const client = await rawClient(port);
    client.send(`POST /op/x HTTP/1.1\r\nHost: kith\r\n${rest}`.repeat(100));
    // Each of them with its body, and none that waits for one.
    await eventually(() => expect(answers).toHaveLength(16));
    await rawAnswer(port, get('/elsewhere'));
    expect(parsed()).toBe(16 + 1);
    for (let index = 0; index < 100; index += 1) {
      await eventually(() => expect(answers.length).toBeGreaterThan(index));
      answers[index]!();
    }
    await eventually(async () => expect(statusesIn(await client.received('200'))).toHaveLength(100));
    client.socket.destroy();
  });

  test('of a body whose beginning came with the rest of its head no more is parsed than of others', async () => {
    let taken = 0;
    const { port } = await served({
      fronts: [
        front(async ({ request }) => {
          await readBody(request, 10_000);
          taken += 1;
        }),
      ],
    });
    const parsed = parsedBy(port);
    const client = await rawClient(port);
    client.send('POST /op/x HTTP/1.1\r\nHost: kith\r\nContent-Length: 6000\r\n\r');
    await rawAnswer(port, get('/elsewhere'));
    client.send(`\n${'x'.repeat(5_999)}`);
    await rawAnswer(port, get('/elsewhere'));
    client.send(`x${numbered(100)}`);
    await eventually(() => expect(taken).toBeGreaterThan(14));
    await rawAnswer(port, get('/elsewhere'));
    expect(parsed()).toBeLessThanOrEqual(3 + 16 + 1);
    client.socket.destroy();
  });

  test('bodies that do not come keep no other pipelined request waiting', async () => {
    const readAll = async (exchange: Exchange): Promise<void> => {
      await readBody(exchange.request, 100);
      answer(exchange, 200, [], '');
    };
    const { port } = await served({ fronts: [front(readAll)] });
    const post = 'POST /op/x HTTP/1.1\r\nHost: kith\r\nContent-Length: 9\r\n\r\nbody=body';
    const crowd = await Promise.all(Array.from({ length: 60 }, () => rawClient(port)));
    for (const { send } of crowd) send(`${post.repeat(2)}${post.slice(0, -4)}`);
    await Promise.all(crowd.map(({ received }) => received('200')));
    const honest = await rawClient(port);
    honest.send(post.repeat(50));
    await eventually(async () => expect(statusesIn(await honest.received('200'))).toHaveLength(50));
    for (const { socket } of [...crowd, honest]) socket.destroy();
  });

  test('a connection that brings thousands does not keep another waiting', async () => {
    let answered = 0;
    const { port } = await served({
      fronts: [
        front((exchange) => {
          answered += 1;
          answer(exchange, 200, [], '');
        }),
      ],
    });
    const crowd = await Promise.all(Array.from({ length: 4 }, () => rawClient(port)));
    for (const { send } of crowd) send(numbered(5_000));
    await eventually(() => expect(answered).toBeGreaterThan(0));
    const before = answered;
    await rawAnswer(port, get('/op/one'));
    expect(answered - before).toBeLessThan(2_000);
    for (const { socket } of crowd) socket.destroy();
  });
});

describe('a peer that does not read', () => {
  /** More than the system takes for a peer that reads nothing. */
  const large = Buffer.alloc(16_777_216, 'x');
  const largeFront = front((exchange) => answer(exchange, 200, [], large));
  const one = 'GET /op/x HTTP/1.1\r\nHost: kith\r\n\r\n';

  const silent = async (port: number, bytes = one): Promise<Socket> => {
    const { socket, send } = await rawClient(port);
    socket.pause();
    send(bytes);
    return socket;
  };

  test('is ended when it has taken nothing of an answer for a while', async () => {
    const metrics = createMetrics('edge');
    const { port } = await served({ metrics, fronts: [largeFront], unread: { idleMs: 300 } });
    await silent(port);
    await eventually(async () =>
      expect(await metrics.text()).toContain('http_unread_connections_total{app="edge"} 1'),
    );
  });

  test('but not while it takes a little now and then', async () => {
    const metrics = createMetrics('edge');
    const { port } = await served({ metrics, fronts: [largeFront], unread: { idleMs: 1_000 } });
    const { socket, send } = await rawClient(port);
    let received = 0;
    socket.removeAllListeners('data');
    send(one);
    const began = Date.now();
    socket.on('data', (piece) => {
      received += piece.length;
      socket.pause();
      setTimeout(() => socket.resume(), Date.now() - began < 3_000 ? 20 : 0);
    });
    await eventually(() => expect(received).toBeGreaterThan(large.length));
    expect(Date.now() - began).toBeGreaterThan(2_500);
    expect(await metrics.text()).toContain('http_unread_connections_total{app="edge"} 0');
    socket.destroy();
  });

  test('is ended before its time when too much is kept for all', async () => {
    const metrics = createMetrics('edge');
    const { port } = await served({ metrics, fronts: [largeFront, hello], unread: { bytes: 40_000_000 } });
    for (let index = 0; index < 4; index += 1) await silent(port);
    await eventually(async () =>
      expect(await metrics.text()).toContain('http_unread_connections_total{app="edge"} 2'),
    );
  });

  test('is told from one whose server is slow: few who pipeline wait as long as it takes, a crowd does not', async () => {
    const metrics = createMetrics('edge');
    const slow = front(async (exchange) => {
      await pause(50);
      answer(exchange, 200, [], '');
    });
    const { port } = await served({ metrics, fronts: [slow], unread: { idleMs: 300 } });
    const alone = await rawClient(port);
    alone.send(one.repeat(200));
    expect(statusesIn(await alone.closed())).toHaveLength(200);
    expect(await metrics.text()).toContain('http_unread_connections_total{app="edge"} 0');
    const crowd = await Promise.all(Array.from({ length: 40 }, () => rawClient(port)));
    for (const { send } of crowd) send(one.repeat(200));
    await Promise.all(crowd.map(({ closed }) => closed()));
    expect(await metrics.text()).toMatch(/http_unread_connections_total\{app="edge"\} [1-9]/);
  });

  test('is ended soon after many requests whose answers the system took for it', async () => {
    const { port } = await served({ unread: { idleMs: 400 } });
    const socket = await silent(port, one.repeat(100));
    // To a paused socket nothing is told; line ends between requests are none, and put nothing off.
    await eventually(async () => {
      socket.write('\r\n');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(socket.destroyed).toBe(true);
    });
  });
});

describe('what is written down', () => {
  test('the access log has method, front, status and id, never the query string', async () => {
    const { port } = await served({});
    await rawAnswer(port, get('/op/x?customerId=hunter2', 'X-Request-Id: r-1\r\nCookie: hunter2\r\n'));
    expect(lines).toMatchObject([
      { level: 'debug', server: 'public', front: '/op/', method: 'GET', status: 200, requestId: 'r-1' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  test('requests are counted by front, method and status, and nobody can invent a label', async () => {
    const metrics = createMetrics('edge');
    const { port } = await served({ metrics });
    await rawAnswer(port, get('/op/x'));
    await rawAnswer(port, get('/op/x').replace('GET', 'PROPFIND'));
    await rawAnswer(port, get('/nowhere'));
    await rawAnswer(port, 'noise\r\n\r\n');
    const text = await metrics.text();
    expect(text).toContain('http_requests_total{front="/op/",method="GET",status="200",app="edge"} 1');
    expect(text).toContain('http_requests_total{front="/op/",method="OTHER",status="200",app="edge"} 1');
    expect(text).toContain('http_requests_total{front="none",method="GET",status="404",app="edge"} 1');
    expect(text).toContain('http_requests_total{front="refused",method="OTHER",status="400",app="edge"} 1');
    expect(text).toContain('http_request_duration_seconds_count{app="edge",front="/op/"} 2');
  });
});

describe('leaving', () => {
  test('ends kept connections with their next answer, and takes new ones until it closes', async () => {
    let finish: () => void = () => undefined;
    let began: () => void = () => undefined;
    const isUnderWay = new Promise<void>((resolve) => (began = resolve));
    const { server, port } = await served({
      fronts: [
        front(({ response, path }) => {
          if (path !== '/op/slow') return void response.end('done');
          finish = () => void response.end('done');
          began();
        }),
      ],
    });
    const kept = await rawClient(port);
    kept.send('GET /op/first HTTP/1.1\r\nHost: k\r\n\r\n');
    expect(await kept.received('done')).not.toContain('Connection: close');
    const busy = await rawClient(port);
    busy.send('GET /op/slow HTTP/1.1\r\nHost: k\r\n\r\n');
    await isUnderWay;
    server.leave();
    finish();
    kept.send('GET /op/second HTTP/1.1\r\nHost: k\r\n\r\n');
    const late = await rawClient(port);
    late.send('GET /op/third HTTP/1.1\r\nHost: k\r\n\r\n');
    const texts = await Promise.all([kept, busy, late].map((client) => client.closed()));
    expect(texts.map((text) => text.match(/HTTP\/1\.1 200/g)?.length)).toEqual([2, 1, 1]);
    expect(texts.map((text) => text.match(/Connection: close/g)?.length)).toEqual([1, 1, 1]);
  });
});

describe('closing', () => {
  test('answers what the system had taken for it by then', async () => {
    const { server, port } = await served({ fronts: [front(({ response }) => void response.end('done'))] });
    const clients = await Promise.all(Array.from({ length: 50 }, () => rawClient(port)));
    // In this turn of the loop nothing of them is read.
    for (const client of clients) client.send('GET /op/x HTTP/1.1\r\nHost: k\r\n\r\n');
    await server.close();
    for (const client of clients) expect(await client.closed()).toContain('HTTP/1.1 200');
  });

  test('finishes the request under way, and waits for no idle connection', async () => {
    let answer: () => void = () => undefined;
    const began = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let finish: () => void = () => undefined;
    const { server, port } = await served({
      fronts: [
        front(({ response, path }) => {
          finish = () => void response.end('finished');
          if (path === '/op/slow') answer();
          else finish();
        }),
      ],
    });
    const idle = await rawClient(port);
    idle.send('GET /op/quick HTTP/1.1\r\nHost: k\r\n\r\n');
    await idle.received('finished');
    const unused = await rawClient(port);
    const busy = await rawClient(port);
    busy.send('GET /op/slow HTTP/1.1\r\nHost: k\r\n\r\n');
    await began;
    const closed = server.close();
    await Promise.all([idle.closed(), unused.closed()]);
    finish();
    await closed;
    const last = parseAnswer(await busy.closed());
    expect(last.headers.get('connection')).toBe('close');
    expect(last.status).toBe(200);
  });

  test('ends a kept connection after the answer that was on its way', async () => {
    let finish: () => void = () => undefined;
    const { server, port } = await served({
      fronts: [
        front(({ response }) => {
          response.write('half');
          finish = () => void response.end('whole');
        }),
      ],
    });
    const client = await rawClient(port);
    client.send('GET /op/x HTTP/1.1\r\nHost: k\r\n\r\n');
    await client.received('half');
    const closed = server.close();
    finish();
    await closed;
    expect(await client.closed()).toContain('whole');
  });

  test('a port that is taken is told in a sentence', async () => {
    const { port } = await served({});
    const other = createHttpServer({ name: 'other', logger, headerBytes: 4_096, deadlineMs: 1, fronts: [] });
    await expect(other.listen('127.0.0.1', port)).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port} (EADDRINUSE)`,
    );
  });
});
