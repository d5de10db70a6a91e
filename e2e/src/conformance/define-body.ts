import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createVisitor } from '../kit/visitor.ts';
import { answered, fresh, postText, refusedAt, type TheKith } from './ask.ts';

const path = '/op/web/info?out=json&permissions';

/** What a body may hold (docs/behaviour.md#the-body). */
export const defineBody = (kith: TheKith): void => {
  describe('the body of a request', () => {
    const post = (body: string | Buffer, headers = {}) => postText(kith().url, path, body, headers);

    test.each([
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=UTF-8',
      'application/json;charset="utf-8"',
      'text/plain',
      'text/plain;charset=UTF-8',
    ])('%s is read as JSON', async (type) => {
      const answer = await post('{"permission":{"CS-OM":true}}', { 'content-type': type });
      expect(answered(answer).permissions).toEqual({ 'CS-OM': true });
    });

    test.each([
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
      'application/jsonp',
      'application/json; charset=latin1',
    ])('%s is a 400', async (type) => {
      expect(refusedAt(await post('{}', { 'content-type': type }))).toEqual(['']);
    });

    test.each(['', '{}', ' {\n}\t'])('"%s" is an empty object', async (body) => {
      expect(answered(await post(body)).permissions).toEqual({});
    });

    test.each([
      '{',
      '{}{}',
      '{"a":}',
      "{'permission':{}}",
      '{"permission":{}},',
      '\ufeff[]',
      'NaN',
      '[]',
      '"x"',
      '7',
      'true',
    ])('the text %s is a 400 at the whole body', async (body) => {
      expect(refusedAt(await post(body))).toEqual(['']);
    });

    test('of duplicate members the last counts, at every depth', async () => {
      const answer = await post(
        '{"permission":{"CS-OM":true,"CS-NBA":false,"CS-OM":false},"data":7,"data":[]}',
      );
      expect(answered(answer).permissions).toEqual({ 'CS-OM': false, 'CS-NBA': false });
    });

    test.each(['permissions', 'notifications', 'Data', 'events', 'umid', 'constructor', 'toString', ''])(
      'an unknown member "%s" is a 400 that names it',
      async (member) => {
        expect(refusedAt(await post(JSON.stringify({ [member]: {} })))).toEqual([`/${member}`]);
      },
    );

    test.each([
      [{ permission: [] }, '/permission'],
      [{ permission: null }, '/permission'],
      [{ permission: { 'CS-OM': 1 } }, '/permission/CS-OM'],
      [{ permission: { 'CS-OM': null } }, '/permission/CS-OM'],
      [{ notification: {} }, '/notification'],
      [{ notification: ['MAIN_CS'] }, '/notification/0'],
      [{ notification: [{ name: 'MAIN_CS', permissions: 'CS-OM' }] }, '/notification/0/permissions'],
      [{ notification: [{ name: 'MAIN_CS', version: '1' }] }, '/notification/0/version'],
      [{ data: null }, '/data'],
      [{ data: [[]] }, '/data/0'],
      [{ data: [{ action: [{ timestamp: '1' }] }] }, '/data/0/action/0/timestamp'],
      [{ data: [{ page: { url: 7 } }] }, '/data/0/page/url'],
      [
        { data: [{ notification: [{ name: 'MAIN_CS', date: '2026-01-01' }] }] },
        '/data/0/notification/0/date',
      ],
      [{ data: [{ permission: { 'CS-OM': 'yes' } }] }, '/data/0/permission/CS-OM'],
    ])('the wrong type in %j is named as %s', async (body, pointer) => {
      expect(refusedAt(await post(JSON.stringify(body)))).toEqual([pointer]);
    });

    test('every member of the tables is taken, all of them optional', async () => {
      const body = {
        data: [
          {},
          { action: [], page: {}, permission: {}, notification: [] },
          {
            action: [
              {},
              { name: 'a', action: 'click', category: 'c', label: 'l', timestamp: 1_790_000_000.5 },
            ],
            page: { name: 'p', action: 'view', url: 'https://www.example.com/', timestamp: 1_790_000_000 },
            notification: [{ name: 'MAIN_CS', version: 1, permissions: ['CS-OM'], date: 1_700_000_000 }],
            permission: { 'CS-OM': true },
          },
        ],
        permission: {},
        notification: [],
      };
      expect(answered(await post(JSON.stringify(body))).permissions).toEqual({ 'CS-OM': true });
    });

    test('unknown members inside data are the caller’s data layer', async () => {
      const body = {
        data: [
          {
            event: 'add_to_cart',
            ecommerce: { items: [{ price: 1.5, tags: [null, true] }] },
            customerId: 'c',
          },
          { page: { name: 'p', template: 7 }, action: [{ name: 'a', value: { deep: [] } }] },
        ],
      };
      expect((await post(JSON.stringify(body))).status).toBe(200);
    });

    test('a body that is compressed is read, within the same limit', async () => {
      const small = gzipSync('{"permission":{"CS-OM":true}}');
      const answer = await post(small, { 'content-encoding': 'gzip' });
      expect(answered(answer).permissions).toEqual({ 'CS-OM': true });
    });

    test('every fault is named, those of the query with those of the body’s identifiers', async () => {
      const body = JSON.stringify({ permission: { A: true, B: 1 }, notification: [{}], data: [{ page: 1 }] });
      expect(refusedAt(await post(body))).toEqual([
        '/data/0/page',
        '/notification/0/name',
        '/permission/A',
        '/permission/B',
      ]);
      const both = await postText(
        kith().url,
        `/op/server/info?out=xml&umdid=x`,
        JSON.stringify({ customerId: 'c'.repeat(513) }),
      );
      expect(refusedAt(both)).toEqual(['/customerId', '?out', '?umdid']);
    });

    test('nothing of a refused request takes effect, not even its identifiers', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info();
      const customerId = fresh('c');
      const refused = await visitor.post(`/op/web/info?out=json&customerId=${customerId}`, {
        permission: { 'CS-OM': true, NOPE: true },
      });
      expect(refusedAt(refused)).toEqual(['/permission/NOPE']);
      expect(await visitor.info('&identifiers&permissions')).toMatchObject({
        state: 0,
        identifiers: [],
        permissions: {},
      });
    });
  });
};
