import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../observability/metrics.ts';
import { answer } from './answer.ts';
import { eventually, front, hello, httpServers, statusesIn } from './http-servers.fake.ts';
import { rawClient } from './raw-client.fake.ts';
import { readersToEnd } from './unread-answers.ts';

const { served } = httpServers();

const bounds = { idleMs: 30, bytes: 100 };
const ended = (...readers: readonly (readonly [idleMs: number, bytes: number])[]): readonly number[] => {
  const named = readers.map(([idleMs, bytes], name) => ({ idleMs, bytes, name }));
  return readersToEnd(named, bounds).map(({ name }) => name);
};

describe('who is ended', () => {
  test('nobody while all read and little is kept', () => {
    expect(ended()).toEqual([]);
    expect(ended([29, 50], [0, 50])).toEqual([]);
  });

  test('whoever takes nothing for too long, however little is kept for it', () => {
    expect(ended([30, 1], [29, 1], [99, 0])).toEqual([0, 2]);
  });

  test('the idlest first when too much is kept, and no more than needed', () => {
    expect(ended([1, 60], [3, 60], [2, 60])).toEqual([1, 2]);
    expect(ended([1, 40], [3, 61], [2, 40])).toEqual([1]);
  });

  test('of those as idle as each other the one for whom most is kept', () => {
    expect(ended([1, 30], [1, 80], [1, 30])).toEqual([1]);
  });

  test('what was kept for those whose time is over counts no more', () => {
    expect(ended([30, 90], [5, 60])).toEqual([0]);
  });

  test('nobody for whom nothing is kept', () => {
    expect(ended([9, 0], [1, 200])).toEqual([1]);
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
