import { describe, expect, test } from 'vitest';
import { send } from '../kit/http.ts';
import type { TheKith } from './ask.ts';

const host = 'data.example.com';
const path = '/op/web/info?out=json';

/** What a request shows of the page that made it, and whether it is served and may be read. */
const shown: readonly (readonly [string, Readonly<Record<string, string>>, 'read' | 'served' | 'refused'])[] =
  [
    ['nothing', {}, 'served'],
    ['an origin on the list', { origin: 'http://localhost:3000' }, 'read'],
    ['an origin on the list but for its port', { origin: 'http://localhost:3001' }, 'refused'],
    ['the cookie domain itself', { origin: 'https://example.com' }, 'read'],
    ['a host far down in the cookie domain', { origin: 'https://a.b.c.example.com' }, 'read'],
    ['the cookie domain in plain http', { origin: 'http://www.example.com' }, 'refused'],
    ['the cookie domain on another port', { origin: 'https://www.example.com:444' }, 'refused'],
    ['the default port, written out', { origin: 'https://www.example.com:443' }, 'refused'],
    ['an origin with a path', { origin: 'https://www.example.com/' }, 'refused'],
    ['an origin with a user', { origin: 'https://user@www.example.com' }, 'refused'],
    ['two origins', { origin: 'https://www.example.com https://evil.example' }, 'refused'],
    ['an origin in capitals', { origin: 'HTTPS://WWW.EXAMPLE.COM' }, 'refused'],
    ['a null origin', { origin: 'null' }, 'refused'],
    ['an origin that a dot ends', { origin: 'https://www.example.com.' }, 'refused'],
    ['a file', { origin: 'file://' }, 'refused'],
    ['an extension', { origin: 'chrome-extension://abcdefghijklmnop' }, 'refused'],
    ['its own host as Referer', { referer: `https://${host}/page` }, 'served'],
    ['Referer within the cookie domain', { referer: 'https://shop.example.com/page?x=1' }, 'served'],
    ['Referer within the cookie domain in plain http', { referer: 'http://shop.example.com/' }, 'refused'],
    ['Referer of another site', { referer: 'https://evil.example/' }, 'refused'],
    ['Referer that is no address', { referer: 'about:client' }, 'refused'],
    ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin' }, 'served'],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }, 'served'],
    ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }, 'served'],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }, 'refused'],
    [
      'a friendly Origin, which decides over Referer and Sec-Fetch-Site',
      { origin: 'https://www.example.com', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' },
      'read',
    ],
    [
      'a foreign Origin, which decides over Referer and Sec-Fetch-Site',
      { origin: 'https://evil.example', referer: `https://${host}/`, 'sec-fetch-site': 'same-origin' },
      'refused',
    ],
    [
      'a friendly Referer, which decides over Sec-Fetch-Site',
      { referer: 'https://www.example.com/', 'sec-fetch-site': 'cross-site' },
      'served',
    ],
    [
      'a foreign Referer, which decides over Sec-Fetch-Site',
      { referer: 'https://evil.example/', 'sec-fetch-site': 'same-origin' },
      'refused',
    ],
  ];

/** CORS and the guard, which go by one predicate (docs/behaviour.md#other-sites). */
export const defineCrossSite = (kith: TheKith): void => {
  describe('pages of other sites', () => {
    test.each(shown)('%s', async (_, headers, expected) => {
      for (const method of ['GET', 'POST']) {
        const answer = await send(kith().url, path, { method, headers: { host, ...headers } });
        expect({ method, status: answer.status }).toEqual({
          method,
          status: expected === 'refused' ? 403 : 200,
        });
        expect(answer.headers['access-control-allow-origin']).toBe(
          expected === 'read' ? headers['origin'] : undefined,
        );
        expect(answer.headers['access-control-allow-credentials']).toBe(
          expected === 'read' ? 'true' : undefined,
        );
        if (expected === 'refused') expect(answer.headers['set-cookie']).toBeUndefined();
      }
    });

    test('a refusal is a problem that says nothing of the visitor', async () => {
      const answer = await send(kith().url, path, { headers: { host, origin: 'https://evil.example' } });
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.json()).toMatchObject({ code: 'cross_site' });
      expect(answer.text).not.toMatch(/umid|state/);
    });

    test('nothing that another site sent takes effect', async () => {
      const sent = {
        method: 'POST',
        body: '{"permission":{"CS-OM":true}}',
        headers: { host, origin: 'https://evil.example', 'content-type': 'text/plain' },
      };
      const own = await send(kith().url, path, { headers: { host } });
      const cookie = (own.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
      expect((await send(kith().url, path, { ...sent, headers: { ...sent.headers, cookie } })).status).toBe(
        403,
      );
      const after = await send(kith().url, `${path}&permissions`, { headers: { host, cookie } });
      expect(after.json()).toMatchObject({ permissions: {} });
    });

    test('a page that may read an answer may read its errors too', async () => {
      const headers = { host, origin: 'https://www.example.com' };
      const answer = await send(kith().url, '/op/web/info?out=xml', { headers });
      expect(answer.status).toBe(400);
      expect(answer.headers['access-control-allow-origin']).toBe('https://www.example.com');
    });
  });
};
