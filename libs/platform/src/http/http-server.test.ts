import { IncomingMessage } from 'node:http';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { DeadlineExceeded } from '../concurrency/deadline.ts';
import { tooManyRequests } from '../errors/problem.ts';
import { createMetrics } from '../observability/metrics.ts';
import { answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { notFoundHandler, problemErrorHandler, requestIdOf } from './express-problems.ts';
import { createHttpServer } from './http-server.ts';
import { front, get, httpServers } from './http-servers.fake.ts';
import { expectProblem, parseAnswer, rawAnswer, rawClient } from './raw-client.fake.ts';

const { served, lines, logger, errorsLogged } = httpServers();

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
