import { describe, expect, test } from 'vitest';
import { cookieOf, fresh, type TheKith } from '../conformance/ask.ts';
import { send } from '../kit/http.ts';
import { createVisitor } from '../kit/visitor.ts';
import { headIn, rawReply, statusesIn } from './raw-reply.ts';

const closing = 'Connection: close\r\n\r\n';
const planted = /^(set-cookie: planted|x-planted)/;

/** Values that would be header lines of their own, hosts that are none, and addresses that anybody can claim. */
export const defineHeaderTricks = (kith: TheKith): void => {
  describe('headers that are not what they seem', () => {
    const get = (target: string, lines: string): Promise<string> =>
      rawReply(kith().url, `GET ${target} HTTP/1.1\r\n${lines}${closing}`);

    test.each([
      ['X-Request-Id: a%0d%0aX-Planted: 1\r\n'],
      ['X-Request-Id: a\\r\\nX-Planted: 1\r\n'],
      ['X-Request-Id: a\u0085X-Planted: 1\r\n'],
      ['X-Request-Id: a\u00e5\u00a8\u008d\u00e5\u00a8\u008aX-Planted: 1\r\n'],
      ['Origin: https://www.example.com%0d%0aX-Planted: 1\r\n'],
      [`Cookie: umdid=${cookieOf('%0d%0aX-Planted: 1')}\r\n`],
      ['Cookie: umdid=a%0d%0aSet-Cookie: planted=1\r\n'],
      ['Idempotency-Key: a%0d%0aX-Planted: 1\r\n'],
    ])('%j adds no header to the answer', async (line) => {
      const reply = await get('/op/web/info?out=json', `Host: www.example.com\r\n${line}`);
      expect(headIn(reply).filter((head) => planted.test(head))).toEqual([]);
      expect(reply).not.toMatch(/\r\nx-planted/i);
    });

    test.each(['a\rX-Planted: 1', 'a\nX-Planted: 1', 'a\u0000X-Planted: 1'])(
      'the bare control character in %j is a 400 or a line of the request, never one of the answer',
      async (value) => {
        const reply = await get(
          '/op/web/info?out=json',
          `Host: www.example.com\r\nX-Request-Id: ${value}\r\n`,
        );
        expect(statusesIn(reply)).toHaveLength(1);
        expect(reply).not.toMatch(/x-planted/i);
      },
    );

    test.each([
      '/op/web%0d%0aX-Planted:%201/info',
      '/op/%0d%0a%0d%0a/info',
      '/op/web%00/info',
      '/op/<script>/info',
    ])('the pipeline name in %s is told to nobody', async (target) => {
      const reply = await get(target, 'Host: www.example.com\r\n');
      expect(statusesIn(reply)).toEqual([404]);
      expect(reply).not.toMatch(/planted|script/i);
    });

    test.each([
      'www.example.com:99999',
      'user:pass@www.example.com',
      'www.example.com, evil.example',
      'evil.example',
      'www.example.com.evil.example',
      '[::1',
      '[::1]:8080',
      '2130706433',
      'xn--',
      '\u00ff',
      '',
      'a'.repeat(1_000),
    ])(
      'the Host "%s" chooses no other cookie domain, opens no other site and breaks nothing',
      async (host) => {
        const reply = await get(
          '/op/web/info?out=json',
          `Host: ${host}\r\nOrigin: https://attacker.example\r\n`,
        );
        expect([400, 403]).toContain(statusesIn(reply)[0]);
        const plain = await get('/op/web/info?out=json', `Host: ${host}\r\n`);
        expect([200, 400]).toContain(statusesIn(plain)[0]);
        const domains = Array.from(plain.matchAll(/domain=([^;\r]*)/gi), ([, domain]) => domain);
        expect(['example.com', undefined]).toContain(domains[0]);
      },
    );

    test.each([
      ['no Host', ''],
      ['two Hosts', 'Host: www.example.com\r\nHost: evil.example\r\n'],
    ])('%s is a 400', async (_, lines) => {
      expect(statusesIn(await get('/op/web/info', lines))).toEqual([400]);
    });

    test('a target in the absolute form is served like its path, and its host believed no more than any', async () => {
      const lines = 'Host: www.example.com\r\n';
      const served = await get('http://evil.example:1234/op/web/info?out=json', lines);
      expect(statusesIn(served)).toEqual([200]);
      expect(served).toMatch(/domain=example\.com/i);
      expect(served).not.toContain('evil');
      for (const target of [
        'http://evil.example',
        'ftp://evil.example/op/web/info',
        'evil.example:80',
        '*',
      ]) {
        expect([400, 404]).toContain(statusesIn(await get(target, lines))[0]);
      }
      const foreign = await get(
        'https://evil.example/op/web/info',
        `${lines}Origin: https://evil.example\r\n`,
      );
      expect(statusesIn(foreign)).toEqual([403]);
    });

    test.each([
      { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
      { forwarded: 'host=evil.example', origin: 'https://evil.example' },
      {
        'x-original-url': '/op/analytics/info',
        'x-rewrite-url': '/internal/resolve',
        origin: 'https://evil.example',
      },
      { 'x-http-method-override': 'OPTIONS', origin: 'https://evil.example' },
    ])('%j is no way around the guard', async (headers) => {
      const answer = await send(kith().url, '/op/web/info', {
        headers: { host: 'www.example.com', ...headers },
      });
      expect(answer.status).toBe(403);
    });

    test('whom X-Forwarded-For names is not believed from anybody, and breaks nothing', async () => {
      for (const address of [
        '127.0.0.1',
        '::1',
        'nonsense',
        '1.1.1.1, '.repeat(100),
        '<script>',
        '999.1.1.1',
      ]) {
        const answer = await send(kith().url, '/op/web/info', { headers: { 'x-forwarded-for': address } });
        expect(answer.status).toBe(200);
      }
    });

    test('a cookie header beyond the limit is a 413, after which the visitor is served with a sane one', async () => {
      const visitor = createVisitor(kith().url);
      const { umid } = await visitor.info();
      const bloated = `umdid=${visitor.cookie('umdid')}; ${'tossed=x; '.repeat(2_000)}`;
      const refused = await send(kith().url, '/op/web/info', { headers: { cookie: bloated } });
      expect(refused.status).toBe(413);
      const many = `${'a=b; '.repeat(300)}umdid=${visitor.cookie('umdid')}; ${fresh('c')}=1`;
      const served = await send(kith().url, '/op/web/info?out=json', { headers: { cookie: many } });
      expect(served.json()).toMatchObject({ umid });
    });
  });
};
