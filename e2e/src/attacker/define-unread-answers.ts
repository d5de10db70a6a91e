import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryOf } from '../kit/memory.ts';
import { send } from '../kit/http.ts';
import type { Kith } from '../kit/kith.ts';
import { createVisitor } from '../kit/visitor.ts';
import { rawReply, statusesIn } from './raw-reply.ts';
import { askAndNeverRead, cutOff, getOf } from './silent-peers.ts';

/** Without a bound these bring a standalone to grow by hundreds of megabytes; `define-unread-crowd.ts` has 300. */
const CONNECTIONS = 40;
/** The server gives them 30 s and, where the system took their answers for them, half of it more; this is when the test gives up. */
const GIVE_UP_MS = 300_000;
/**
 * Of one process, in megabytes. Some 10 are alive; the rest is what its collector leaves lying after its first thousands of
 * requests, whoever makes them. Without a bound ten connections make it more than twice as much.
 */
const MAX_GROWTH = 64;

/** What others do `meanwhile` goes on beside it, as the server gives these connections their time. */
export const defineUnreadAnswers = (kith: () => Kith, meanwhile: () => void): void => {
  describe('an attacker who asks and never reads', () => {
    const silent: Socket[] = [];
    let before: readonly number[];

    beforeAll(async () => {
      before = await megabytes(kith());
      const asked = [
        { url: kith().url, request: getOf('/op/web/tag.js') },
        { url: kith().url, request: getOf('/op/web/info?out=json') },
        { url: kith().authUrl, request: getOf('/auth/offline-token') },
        { url: kith().graphqlUrl, request: getOf('/graphql') },
      ];
      silent.push(...(await askAndNeverRead(CONNECTIONS, asked)));
    }, GIVE_UP_MS);
    afterAll(() => {
      for (const socket of silent) socket.destroy();
    });

    test('keeps nobody else from being served, and brings little memory to grow', async () => {
      const visitor = createVisitor(kith().url);
      for (let index = 0; index < 50; index += 1) {
        expect((await send(kith().url, '/op/web/info?out=json')).status).toBe(200);
      }
      const { umid } = await visitor.info('&permissions', { permission: { 'CS-OM': true } });
      expect(await visitor.info('&permissions')).toMatchObject({ umid, permissions: { 'CS-OM': true } });
      const growth = (await megabytes(kith())).map((now, index) => now - before[index]!);
      expect(Math.max(...growth)).toBeLessThan(MAX_GROWTH);
    });

    test('keeps no honest pipeliner from its thousand answers', async () => {
      const one = 'GET /op/nobody/info HTTP/1.1\r\nHost: x\r\n\r\n';
      const last = 'GET /op/web/info?out=json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const statuses = statusesIn(await rawReply(kith().url, `${one.repeat(999)}${last}`));
      expect(statuses).toEqual([...Array.from({ length: 999 }, () => 404), 200]);
    });

    meanwhile();

    test(
      'is cut off',
      async () => {
        await Promise.all(silent.map(cutOff));
      },
      GIVE_UP_MS,
    );
  });
};

/** Of each process. */
const megabytes = async ({ processes }: Kith): Promise<readonly number[]> =>
  (await Promise.all(processes.map(memoryOf))).map(({ anonymous }) => anonymous);
