import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kith } from '../kit/kith.ts';
import { createVisitor } from '../kit/visitor.ts';

const CONNECTIONS_OF_A_KIND = 60;
/** A byte per second each, as slow as an attacker likes. */
const DRIBBLE_MS = 1_000;
/** The server gives a request 30 s; nothing here is measured, this is when the test gives up. */
const GIVE_UP_MS = 300_000;

const headers = 'POST /op/web/info HTTP/1.1\r\nHost: x\r\n';
const body = `${headers}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{`;
const chunked = `${headers}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`;
const kinds = [
  [headers, 'X-Slow: 1\r\n'],
  [body, ' '],
  [chunked, '1\r\n \r\n'],
] as const;

/** What others do `meanwhile` goes on beside it, as the server gives each of these requests its time. */
export const defineSlowRequests = (kith: () => Kith, meanwhile: () => void): void => {
  describe('an attacker who sends as slowly as possible', () => {
    const slow: Slow[] = [];
    beforeAll(async () => {
      for (let index = 0; index < CONNECTIONS_OF_A_KIND; index += 1) {
        for (const [begin, next] of kinds) slow.push(await dribble(kith().url, begin, next));
      }
    }, GIVE_UP_MS);
    afterAll(() => {
      for (const { socket } of slow) socket.destroy();
    });

    test('keeps nobody else from being served', async () => {
      const visitor = createVisitor(kith().url);
      const { umid } = await visitor.info('&permissions', { permission: { 'CS-OM': true } });
      expect(await visitor.info('&permissions')).toMatchObject({ umid, permissions: { 'CS-OM': true } });
    });

    meanwhile();

    test(
      'is told that the request did not come in time, and cut off',
      async () => {
        await Promise.all(slow.map(({ closed }) => closed));
        expect(new Set(slow.map(({ received }) => received().split('\r\n')[0]))).toEqual(
          new Set(['HTTP/1.1 408 Request Timeout']),
        );
      },
      GIVE_UP_MS,
    );
  });
};

type Slow = { readonly socket: Socket; readonly closed: Promise<unknown>; readonly received: () => string };

/** A connection on which one more piece of a request comes every second, for ever. */
const dribble = async (baseUrl: string, begin: string, next: string): Promise<Slow> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(begin);
  const timer = setInterval(() => socket.write(next), DRIBBLE_MS);
  const closed = once(socket, 'close').finally(() => clearInterval(timer));
  return { socket, closed, received: () => received };
};
