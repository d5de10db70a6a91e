import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { send } from '../kit/http.ts';
import type { Kith } from '../kit/kith.ts';
import { createVisitor, type InfoAnswer } from '../kit/visitor.ts';

/** How a request may look (docs/behaviour.md#2-the-info-request). */
export const defineFormsOfRequest = (kith: () => Kith): void => {
  describe('the forms that an info request may take', () => {
    const permit = JSON.stringify({ permission: { 'CS-OPT': true } });

    test.each([
      ['JSON', { 'content-type': 'application/json; charset=utf-8' }],
      ['text/plain, as a beacon sends it', { 'content-type': 'text/plain;charset=UTF-8' }],
      ['a body without a content type', {}],
    ])('%s is read as JSON', async (_, headers) => {
      const sent = { method: 'POST', headers, body: permit };
      const answer = await createVisitor(kith().url).send('/op/web/info?out=json&permissions', sent);
      expect(answer.json()).toMatchObject({ permissions: { 'CS-OPT': true } });
    });

    test.each([
      ['gzip', gzipSync(permit)],
      ['deflate', deflateSync(permit)],
      ['br', brotliCompressSync(permit)],
    ])('a body in %s is read as it was before', async (encoding, body) => {
      const sent = { method: 'POST', headers: { 'content-encoding': encoding }, body };
      const answer = await createVisitor(kith().url).send('/op/web/info?out=json&permissions', sent);
      expect(answer.json()).toMatchObject({ permissions: { 'CS-OPT': true } });
    });

    test.each([
      ['that nobody knows', 'zstd', permit],
      ['that it is not in', 'gzip', permit],
      ['that is cut off', 'gzip', gzipSync(permit).subarray(0, 20)],
    ])('a body in an encoding %s is a 400', async (_, encoding, body) => {
      const sent = { method: 'POST', headers: { 'content-encoding': encoding }, body };
      const answer = await send(kith().url, '/op/web/info?out=json', sent);
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ errors: [{ pointer: '' }] });
    });

    test('an empty body is an empty object', async () => {
      const answer = await send(kith().url, '/op/web/info?out=json', { method: 'POST', body: '' });
      expect(answer.status).toBe(200);
    });

    test('of duplicate members the last counts', async () => {
      const body = '{"permission":{"CS-OPT":true},"permission":{"CS-OPT":false}}';
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const answer = await createVisitor(kith().url).send('/op/web/info?out=json&permissions', sent);
      expect(answer.json()).toMatchObject({ permissions: { 'CS-OPT': false } });
    });

    test('a flag counts with or without a value, except false and 0', async () => {
      const answer = await createVisitor(kith().url).info(
        '&permissions=&identifiers=1&attributes=false&notifications=0',
      );
      expect(Object.keys(answer).sort()).toEqual([
        'identifiers',
        'permissions',
        'permissionsLastModification',
        'state',
        'umid',
      ]);
    });

    test('a parameter that nobody configured is ignored', async () => {
      const answer = await createVisitor(kith().url).info('&utm_source=mail&utm_source=web');
      expect(answer.state).toBe(0);
    });

    test('a pipeline without sections answers umid and state alone', async () => {
      const answer = await send(
        kith().url,
        '/op/analytics/info?out=json&attributes&permissions&customerId=c-1',
      );
      expect(answer.json()).toEqual({ umid: expect.any(String), state: 0 });
    });

    test('a pipeline without a cookie sets none, takes the umdid parameter, and identifiers from its sources', async () => {
      const browser = createVisitor(kith().url);
      const { umid } = await browser.info();
      const cookie = browser.cookie('umdid') ?? '';
      const answer = await send(
        kith().url,
        `/op/server/info?out=json&identifiers&umdid=${encodeURIComponent(cookie)}`,
        { headers: { 'x-customer-id': 'c-server' } },
      );
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.json()).toEqual({
        umid,
        state: 1,
        identifiers: [{ name: 'customerId', value: 'c-server' }],
      });
    });

    test('a umdid parameter answers for that device, and plants its cookie in no browser', async () => {
      const owner = createVisitor(kith().url);
      const { umid } = await owner.info();
      const path = `/op/web/info?out=json&umdid=${encodeURIComponent(owner.cookie('umdid') ?? '')}`;

      const program = await send(kith().url, path);
      expect((program.json() as InfoAnswer).umid).toBe(umid);
      expect(program.headers['set-cookie']?.[0]).toContain(owner.cookie('umdid'));

      const browser = await send(kith().url, path, { headers: { 'sec-fetch-site': 'same-origin' } });
      expect((browser.json() as InfoAnswer).umid).toBe(umid);
      expect(browser.headers['set-cookie']).toBeUndefined();
    });

    test('the umid and type in a cookie are never believed', async () => {
      const victim = createVisitor(kith().url);
      const { umid } = await victim.info('&customerId=c-victim', {});
      const forged = Buffer.from(`3f1c6c4e-58b5-4c3f-9b0a-0a4a3c1c2d5e|${umid}|1`).toString('base64');
      const answer = await send(kith().url, '/op/web/info?out=json&identifiers', {
        headers: { cookie: `umdid=${forged}` },
      });
      expect(answer.json()).toMatchObject({ state: 0, identifiers: [] });
      expect((answer.json() as InfoAnswer).umid).not.toBe(umid);
    });

    test('what stands in a script cannot end the script that it stands in', async () => {
      const hostile = encodeURIComponent('</script>\u2028\u2029<!--');
      const answer = await send(kith().url, `/op/web/info?identifiers&customerId=${hostile}`);
      expect(answer.text).not.toMatch(/[<\u2028\u2029]/);
      const [, object = ''] = /^var fcData = (\{.*\});\s*$/s.exec(answer.text) ?? [];
      expect(JSON.parse(object)).toMatchObject({
        identifiers: [{ name: 'customerId', value: '</script>\u2028\u2029<!--' }],
      });
    });

    test('null and its like are never identifiers', async () => {
      for (const value of ['null', 'UNDEFINED', 'guest', '0', '00000000-0000-0000-0000-000000000000']) {
        const answer = await createVisitor(kith().url).info(`&identifiers&customerId=${value}`);
        expect(answer).toMatchObject({ state: 0, identifiers: [] });
      }
    });

    test('a retry with the same idempotency key is answered with the present state and changes nothing', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info();
      const grant = { permission: { 'CS-OPT': true }, notification: [{ name: 'MAIN_CS', version: 2 }] };
      const path = '/op/web/info?out=json&permissions&notifications';
      const first = await visitor.post(path, grant, { 'idempotency-key': 'grant-1' });
      await visitor.info('', { permission: { 'CS-OPT': false } });
      const retry = await visitor.post(path, grant, { 'idempotency-key': 'grant-1' });

      expect(first.json()).toMatchObject({ permissions: { 'CS-OPT': true } });
      const answer = retry.json() as InfoAnswer;
      expect(answer.permissions).toEqual({ 'CS-OPT': false });
      expect(answer.notificationHistory).toHaveLength(1);
    });

    test('a sane request id is taken, another is replaced', async () => {
      const taken = await send(kith().url, '/op/web/info', {
        headers: { 'x-request-id': 'trace-12345678' },
      });
      expect(taken.headers['x-request-id']).toBe('trace-12345678');
      const replaced = await send(kith().url, '/op/web/info', { headers: { 'x-request-id': 'a b "c"' } });
      expect(replaced.headers['x-request-id']).toMatch(/^[\w.-]{8,}$/);
    });
  });
};
