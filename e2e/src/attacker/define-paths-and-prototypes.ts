import { describe, expect, test } from 'vitest';
import { postText, refusedAt, type TheKith } from '../conformance/ask.ts';
import { send } from '../kit/http.ts';
import { createVisitor } from '../kit/visitor.ts';

const path = '/op/web/info?out=json&permissions&attributes&identifiers';

/** Paths that mean another one to somebody, and names that mean something to JavaScript. */
export const definePathsAndPrototypes = (kith: TheKith): void => {
  describe('paths and names that mean something else to somebody', () => {
    test.each([
      '/op/web/../web/info',
      '/op/%2e%2e/op/web/info',
      '/op/web/%2e/info',
      '/./op/web/info',
      '//op/web/info',
      '/op//web/info',
      '/op/web//info',
      '/op/web/info;x=1',
      '/op;x=1/web/info',
      '/op/web/info%3Fout=json',
      '/op/web/info%00',
      '/op/web/info%20',
      '/op/web/info.json',
      '/op/web\\info',
      '/op/web/info#fragment',
      '/op%2fweb%2finfo',
      '/%6f%70/web/info',
      '/op/w%65b/info',
      '/op/web/inf%6f',
      '/OP/web/info',
      '/op/../../../../etc/passwd',
      '/op/%c0%ae%c0%ae/info',
    ])('%s is a 404', async (tricky) => {
      expect((await send(kith().url, tricky)).status).toBe(404);
      expect((await postText(kith().url, tricky, '{}')).status).toBe(404);
    });

    test.each([
      '/internal/resolve',
      '/internal/unmerge',
      '/internal/explain',
      '/internal/users/list',
      '/metrics',
      '/readyz',
      '/livez',
    ])('%s is not on the public port', async (inner) => {
      expect((await send(kith().url, inner)).status).toBe(404);
      expect((await postText(kith().url, inner, '{}')).status).toBe(404);
    });

    test.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'])(
      'the name %s is neither a pipeline, an identifier, a permission nor a notification',
      async (name) => {
        expect((await send(kith().url, `/op/${name}/info`)).status).toBe(404);
        const inQuery = await send(kith().url, `${path}&${name}=x&${name}=y&${name}[out]=xml`);
        expect(inQuery.json()).toMatchObject({ state: 0, identifiers: [] });
        const refused = async (body: string) => refusedAt(await postText(kith().url, path, body));
        expect(await refused(`{"${name}":{"CS-OM":true}}`)).toEqual([`/${name}`]);
        expect(await refused(`{"permission":{"${name}":true}}`)).toEqual([`/permission/${name}`]);
        expect(await refused(`{"notification":[{"name":"${name}"}]}`)).toEqual(['/notification/0/name']);
        expect(await refused(`{"data":[{"permission":{"${name}":true}}]}`)).toEqual([
          `/data/0/permission/${name}`,
        ]);
      },
    );

    test.each([
      '{"data":[{"id":{"length":[{"toString":1}]}}]}',
      '{"data":[{"id":[{"toString":null,"valueOf":null}]}]}',
      '{"data":[{"page":{"name":{"toString":1}}}]}',
      '{"data":[{"action":{"length":1,"0":{}}}]}',
      '{"data":{"length":1,"0":{"page":{}}}}',
      '{"permission":{"CS-OM":{"valueOf":true}}}',
      '{"notification":[{"name":{"toString":"MAIN_CS"}}]}',
      '{"notification":[{"name":"MAIN_CS","permissions":{"length":1,"0":"CS-OM"}}]}',
      '{"notification":[{"name":"MAIN_CS","version":{"valueOf":1}}]}',
    ])('an object in the guise of another type is a 400: %s', async (body) => {
      expect(refusedAt(await postText(kith().url, path, body))).not.toEqual([]);
    });

    test('names inside the data layer change nothing for anybody else', async () => {
      const polluting = [
        '{"data":[{"constructor":{"prototype":{"permission":{"CS-OM":true},"state":1}}}]}',
        '{"data":[{"page":{"constructor":{"prototype":{"name":"polluted"}},"toString":"x","hasOwnProperty":1}}]}',
        '{"data":[{"toJSON":"x","then":"y","valueOf":{}}]}',
        '{"data":[{"__proto__":{"page":{"name":"x"},"permission":{"CS-OM":true}},"x":{"__proto__":{"state":1}}}]}',
      ];
      for (const body of polluting) expect((await postText(kith().url, path, body)).status).toBe(200);
      expect(await createVisitor(kith().url).info('&permissions&identifiers')).toMatchObject({
        state: 0,
        identifiers: [],
        permissions: {},
      });
    });
  });
};
