import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { eventually, front, get, httpServers, statusesIn } from './http-servers.fake.ts';
import { rawAnswer, rawClient } from './raw-client.fake.ts';
import { readBody } from './read-body.ts';

const { served } = httpServers();

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
