import { describe, expect, test } from 'vitest';
import { send } from '../kit/http.ts';
import type { Kith } from '../kit/kith.ts';

const host = 'data.example.com';

/** Which pages may read an answer (docs/behaviour.md#other-sites). */
export const defineCors = (kith: () => Kith): void => {
  describe('which pages may read the answer', () => {
    test.each(['https://www.example.com', 'https://shop.example.com', 'https://example.com'])(
      'a page of %s may, with credentials',
      async (origin) => {
        const answer = await send(kith().url, '/op/web/info?out=json', { headers: { host, origin } });
        expect(answer.status).toBe(200);
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
        expect(answer.headers['access-control-allow-credentials']).toBe('true');
        expect(answer.headers.vary).toMatch(/\borigin\b/i);
      },
    );

    test.each([
      ['a script tag of a page within the cookie domain', { referer: 'https://shop.example.com/cart' }],
      ['a navigation within the site', { 'sec-fetch-site': 'same-site' }],
      ['a program that says nothing of itself', {}],
    ])('%s is served', async (_, headers) => {
      const answer = await send(kith().url, '/op/web/info', { headers: { host, ...headers } });
      expect(answer.status).toBe(200);
    });

    test('a preflight of our site is answered with what it may send, for two hours', async () => {
      const answer = await preflight('https://www.example.com');
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': 'https://www.example.com',
        'access-control-allow-credentials': 'true',
        'access-control-max-age': '7200',
      });
      const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(/,\s*/);
      expect(allowed.sort()).toEqual(['content-type', 'idempotency-key']);
    });

    test('a preflight of another site is allowed nothing', async () => {
      const answer = await preflight('https://evil.example');
      expect(answer.status).toBe(204);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    });

    const preflight = (origin: string) =>
      send(kith().url, '/op/web/info', {
        method: 'OPTIONS',
        headers: {
          host,
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
  });
};
