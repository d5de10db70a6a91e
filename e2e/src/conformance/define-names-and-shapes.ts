import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { createVisitor, partsOf } from '../kit/visitor.ts';
import { answered, cookieOf, fresh, postText, refusedAt, type TheKith } from './ask.ts';

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What ids, values and times look like (docs/behaviour.md#1-names-and-shapes). */
export const defineNamesAndShapes = (kith: TheKith): void => {
  describe('names and shapes', () => {
    test('a thousand first visits get as many umdids and umids, all of version 4 in lower case', async () => {
      const visits = await Promise.all(
        Array.from({ length: 1_000 }, async () => {
          const visitor = createVisitor(kith().url);
          await visitor.info();
          return partsOf(visitor.cookie('umdid'));
        }),
      );
      expect(visits.every(({ umdid, umid }) => uuid4.test(umdid) && uuid4.test(umid))).toBe(true);
      expect(new Set(visits.flatMap(({ umdid, umid }) => [umdid, umid])).size).toBe(2_000);
    });

    test('a umdid is the same device in capitals', async () => {
      const umdid = randomUUID();
      const ask = (value: string) =>
        send(kith().url, '/op/web/info?out=json', { headers: { cookie: `umdid=${cookieOf(value)}` } });
      const [lower, upper] = [await ask(umdid), await ask(umdid.toUpperCase())];
      expect(answered(upper).umid).toBe(answered(lower).umid);
      expect(upper.headers['set-cookie']).toEqual(lower.headers['set-cookie']);
    });

    test('parallel first requests of a device agree on its umid, which is none that its cookie claims', async () => {
      const umdid = randomUUID();
      const ask = (index: number) => {
        const query = index % 2 === 0 ? '' : '&permissions';
        return send(kith().url, `/op/web/info?out=json${query}`, {
          headers: { cookie: `umdid=${cookieOf(umdid)}` },
        });
      };
      const umids = (await Promise.all(Array.from({ length: 16 }, (_, index) => ask(index)))).map(
        (received) => answered(received).umid,
      );
      expect(new Set(umids).size).toBe(1);
    });

    test('the umid of a device is its own in each account', async () => {
      const visitor = createVisitor(kith().url);
      const { umid } = await visitor.info();
      const elsewhere = answered(await visitor.get('/op/elsewhere/info?out=json'));
      expect(elsewhere.umid).not.toBe(umid);
      expect((await visitor.info()).umid).toBe(umid);
    });

    test('identifier values are trimmed, and lower-cased where that is configured', async () => {
      const hash = randomUUID().replaceAll('-', '').repeat(2);
      const visitor = createVisitor(kith().url);
      const customerId = fresh('Mixed');
      const query = `&identifiers&customerId=%20%09${customerId}%20&email_sha256=%20${hash.toUpperCase()}`;
      expect((await visitor.info(query)).identifiers).toEqual([
        { name: 'customerId', value: customerId },
        { name: 'email_sha256', value: hash },
      ]);
      const { identifiers } = await createVisitor(kith().url).info(
        `&identifiers&customerId=${customerId.toLowerCase()}`,
      );
      expect(identifiers).toEqual([{ name: 'customerId', value: customerId.toLowerCase() }]);
    });

    test.each([
      ['512 characters', (length: number) => fresh('c').padEnd(length, 'c')],
      [
        '512 characters beyond the basic plane',
        (length: number) =>
          [...fresh('c').padEnd(length, 'c')].map((one) => (one === 'c' ? '😀' : one)).join(''),
      ],
    ])('a value of %s is one, a longer one is a 400 that names it', async (_, ofLength) => {
      const ask = (value: string) =>
        send(kith().url, `/op/web/info?out=json&identifiers&customerId=${encodeURIComponent(value)}`);
      const longest = ofLength(512);
      expect(answered(await ask(` ${longest} `)).identifiers).toEqual([
        { name: 'customerId', value: longest },
      ]);
      expect(refusedAt(await ask(ofLength(513)))).toEqual(['?customerId']);
    });

    test('a control character in a value is a 400 that names the place where it stood', async () => {
      const controls = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f];
      for (const control of controls.map((code) => String.fromCharCode(code))) {
        const value = encodeURIComponent(`${fresh('c')}${control}x`);
        const query = `/op/server/info?out=json&customerId=${value}`;
        const answers = [
          await send(kith().url, query),
          await postText(kith().url, query, '{"permission":{"CS-OPT":true}}'),
        ];
        expect([control, ...answers.map(refusedAt)]).toEqual([control, ['?customerId'], ['?customerId']]);
      }
    });

    test('a control character is named in the body, in a cookie and in a header', async () => {
      const server = '/op/server/info?out=json&identifiers';
      const inBody = await postText(kith().url, server, JSON.stringify({ customerId: 'a\u0000b' }));
      expect(refusedAt(inBody)).toEqual(['/customerId']);
      const inCookie = await send(kith().url, server, { headers: { cookie: 'crm_id=a%0Ab' } });
      expect(refusedAt(inCookie)).toEqual(['cookie:crm_id']);
      const inHeader = await send(kith().url, server, { headers: { 'x-customer-id': 'a\tb' } });
      expect(refusedAt(inHeader)).toEqual(['header:x-customer-id']);
    });

    test('control characters around a value are blanks where blanks are trimmed', async () => {
      const customerId = fresh('c');
      const answer = await send(
        kith().url,
        `/op/web/info?out=json&identifiers&customerId=%0D%0A${customerId}%09`,
      );
      expect(answered(answer).identifiers).toEqual([{ name: 'customerId', value: customerId }]);
    });

    test('an empty value is as if it had not come', async () => {
      const { state, identifiers } = await createVisitor(kith().url).info('&identifiers&customerId=&mt1=%20');
      expect({ state, identifiers }).toEqual({ state: 0, identifiers: [] });
    });

    test.each([
      [99_999_999_999, 'seconds', '5138-11-16T09:46:39.000Z'],
      [1_700_000_000, 'seconds', '2023-11-14T22:13:20.000Z'],
      [1_700_000_000_123, 'milliseconds', '2023-11-14T22:13:20.123Z'],
      [100_000_000_000, 'milliseconds', '1973-03-03T09:46:40.000Z'],
    ])('the time %d is read as %s', async (date, _, expected) => {
      const { notificationHistory } = await createVisitor(kith().url).info('&notifications', {
        data: [{ notification: [{ name: 'UTIQ_CS', date }] }],
      });
      expect(notificationHistory?.[0]?.['date']).toBe(expected);
    });

    test("a date more than a day in the future is shown as the client's, and orders nothing", async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info('', { data: [{ notification: [{ name: 'UTIQ_CS', date: 4_102_444_800 }] }] });
      const { notificationHistory } = await visitor.info('&notifications', {
        data: [{ notification: [{ name: 'UTIQ_CS' }] }],
      });
      const dates = notificationHistory?.map(({ date }) => String(date)) ?? [];
      expect(dates[1]).toBe('2100-01-01T00:00:00.000Z');
      expect(Math.abs(Date.parse(dates[0] ?? '') - Date.now())).toBeLessThan(86_400_000);
    });

    test('a time more than a day in the future does not order an event: the time of receipt does', async () => {
      const visitor = createVisitor(kith().url);
      const timestamp = Date.now() + 3 * 86_400_000;
      await visitor.info('', { data: [{ page: { name: 'from the future', timestamp } }] });
      await visitor.info('', { data: [{ page: { name: 'now' } }] });
      const { attributes } = await eventually(
        () => visitor.info('&attributes'),
        (answer) => answer.attributes?.['pageViews'] === '2',
      );
      expect(attributes).toMatchObject({ lastPage: 'now' });
    });

    test('an event with an earlier time is an earlier one, whenever it comes', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info('', { data: [{ page: { name: 'later', timestamp: 1_700_000_100 } }] });
      await visitor.info('', { data: [{ page: { name: 'earlier', timestamp: 1_700_000_000_000 } }] });
      const { attributes } = await eventually(
        () => visitor.info('&attributes'),
        (answer) => answer.attributes?.['pageViews'] === '2',
      );
      expect(attributes).toMatchObject({ lastPage: 'later' });
    });

    test.each(['/op/web/info?out=xml', '/op/nobody/info', '/nothing', '/op/web/info'])(
      'the request id stands in every answer: %s',
      async (path) => {
        const id = fresh('trace');
        const taken = await send(kith().url, path, { headers: { 'x-request-id': id } });
        expect(taken.headers['x-request-id']).toBe(id);
        expect((await send(kith().url, path)).headers['x-request-id']).toMatch(/^[\w.~-]{8,}$/);
      },
    );
  });
};
