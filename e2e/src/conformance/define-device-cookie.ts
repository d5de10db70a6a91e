import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { send } from '../kit/http.ts';
import { createVisitor, partsOf } from '../kit/visitor.ts';
import { answered, cookieOf, fresh, refusedAt, type TheKith } from './ask.ts';

const attributesOf = (setCookie: string | undefined): readonly string[] =>
  (setCookie ?? '')
    .split(/;\s*/)
    .slice(1)
    .map((attribute) => attribute.toLowerCase())
    .sort();

const common = ['httponly', 'max-age=31536000', 'path=/', 'samesite=none', 'secure'];

/** The cookie `umdid`, and the parameter that stands for it (docs/behaviour.md#the-cookie). */
export const defineDeviceCookie = (kith: TheKith): void => {
  describe('the umdid cookie and parameter', () => {
    test.each([
      ['www.example.com', ['domain=example.com']],
      ['data.example.com:8443', ['domain=example.com']],
      ['localhost', []],
      ['localhost:8080', []],
      ['192.0.2.7', []],
      ['[::1]:8080', []],
    ])('on %s it has every attribute that a browser accepts there', async (host, domain) => {
      const answer = await send(kith().url, '/op/web/info', { headers: { host } });
      expect(answer.headers['set-cookie']).toHaveLength(1);
      expect(attributesOf(answer.headers['set-cookie']?.[0])).toEqual([...common, ...domain].sort());
    });

    test('it is set anew by every answer, to a GET, a POST and a script, for another year', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info();
      const value = visitor.cookie('umdid');
      for (const answer of [
        await visitor.get('/op/web/info?out=json'),
        await visitor.get('/op/web/info'),
        await visitor.post('/op/web/info', {}),
        await visitor.get('/op/analytics/info'),
      ]) {
        expect(answer.headers['set-cookie']?.[0]).toContain(`umdid=${value}; Max-Age=31536000`);
      }
    });

    test('its type is 0 for a visitor, 1 after a login, 2 by a network identifier', async () => {
      const typeAfter = async (query: string): Promise<string> => {
        const visitor = createVisitor(kith().url);
        await visitor.info(query);
        return partsOf(visitor.cookie('umdid')).type;
      };
      expect(await typeAfter(`&deviceId=${fresh('d')}`)).toBe('0');
      expect(await typeAfter(`&mt1=${fresh('n')}`)).toBe('2');
      expect(await typeAfter(`&customerId=${fresh('c')}`)).toBe('1');
      expect(await typeAfter(`&mt1=${fresh('n')}&customerId=${fresh('c')}`)).toBe('1');
    });

    test('the parameter overrides the cookie for this request and no longer', async () => {
      const [one, two] = [createVisitor(kith().url), createVisitor(kith().url)];
      const [mine, theirs] = [(await one.info()).umid, (await two.info()).umid];
      const umdid = encodeURIComponent(two.cookie('umdid') ?? '');
      const overridden = await one.get(`/op/web/info?out=json&umdid=${umdid}`, {
        'sec-fetch-site': 'same-origin',
      });
      expect(answered(overridden).umid).toBe(theirs);
      expect((await one.info()).umid).toBe(mine);
    });

    test.each([
      ['Origin', { origin: 'https://www.example.com' }],
      ['Referer', { referer: 'https://www.example.com/page' }],
      ['Sec-Fetch-Site', { 'sec-fetch-site': 'none' }],
      ['Sec-Fetch-Mode', { 'sec-fetch-mode': 'navigate' }],
      ['Sec-Fetch-Dest', { 'sec-fetch-dest': 'document' }],
    ])('what carries %s is a browser, in which the parameter plants no cookie', async (_, headers) => {
      const path = `/op/web/info?out=json&umdid=${encodeURIComponent(cookieOf(randomUUID()))}`;
      const answer = await send(kith().url, path, { headers: { host: 'www.example.com', ...headers } });
      expect(answer.status).toBe(200);
      expect(answer.headers['set-cookie']).toBeUndefined();
      const program = await send(kith().url, path, { headers: { host: 'www.example.com' } });
      expect(program.headers['set-cookie']).toHaveLength(1);
    });

    test.each([
      ['an empty value', ''],
      ['no base64', '***'],
      ['no UUID', Buffer.from('me|you|0').toString('base64')],
      ['two parts', Buffer.from(`${randomUUID()}|${randomUUID()}`).toString('base64')],
      ['four parts', Buffer.from(`${randomUUID()}|${randomUUID()}|0|x`).toString('base64')],
      ['type 3', cookieOf(randomUUID(), randomUUID(), '3')],
      ['a UUID of version 1', cookieOf('5a3c2f10-aa11-11ee-8c90-0242ac120002')],
    ])('%s is a malformed parameter, and a cookie that is replaced and counted', async (_, value) => {
      const asParameter = await send(kith().url, `/op/web/info?umdid=${encodeURIComponent(value)}`);
      expect(refusedAt(asParameter)).toEqual(['?umdid']);
      const before = await malformedCookies();
      const visitor = createVisitor(kith().url);
      const answer = await visitor.get('/op/web/info?out=json', { cookie: `umdid=${value}` });
      expect(partsOf(visitor.cookie('umdid')).umid).toBe(answered(answer).umid);
      expect(visitor.cookie('umdid')).not.toBe(value);
      expect(await malformedCookies()).toBe(before + 1);
    });

    const malformedCookies = async (): Promise<number> => {
      const { text } = await send(kith().edge.managementUrl, '/metrics');
      return Number(/^kith_malformed_cookies_total\{[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };

    test('a pipeline without a cookie neither reads nor sets it', async () => {
      const visitor = createVisitor(kith().url);
      const { umid } = await visitor.info();
      const answer = await visitor.get('/op/server/info?out=json');
      expect(answered(answer).umid).not.toBe(umid);
      expect(answer.headers['set-cookie']).toBeUndefined();
      const malformed = await send(kith().url, '/op/server/info', { headers: { cookie: 'umdid=broken' } });
      expect(malformed.status).toBe(200);
    });
  });
};
