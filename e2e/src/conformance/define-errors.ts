import { describe, expect, test } from 'vitest';
import type { Received } from '../kit/conforming.ts';
import { send } from '../kit/http.ts';
import { createVisitor } from '../kit/visitor.ts';
import { postText, type TheKith } from './ask.ts';
import { limits } from './conformance-configuration.ts';

const path = '/op/web/info?out=json';

/** Statuses of refusals (docs/behaviour.md#statuses), and their body (docs/behaviour.md#problem-answers). */
export const defineErrors = (kith: TheKith): void => {
  describe('errors', () => {
    const expectProblem = ({ status, headers, json }: Received, expected: number): void => {
      expect(status).toBe(expected);
      expect(headers['content-type']).toBe('application/problem+json');
      expect(json()).toMatchObject({
        type: expect.any(String),
        title: expect.any(String),
        status: expected,
        code: expect.stringMatching(expected === 404 ? /^not_found$/ : /^(?:payload|headers)_too_large$/),
        detail: expect.any(String),
      });
    };

    test.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'MKCOL', 'QUERY'])(
      '%s is a 404',
      async (method) => {
        expectProblem(await send(kith().url, path, { method }), 404);
      },
    );

    test('HEAD is a 404 without a body', async () => {
      const answer = await send(kith().url, path, { method: 'HEAD' });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 404, text: '' });
    });

    test.each([
      '/',
      '/op',
      '/op/',
      '/op/web',
      '/op/web/',
      '/op/web/info/',
      '/op/web/info/more',
      '/op//info',
      '/info',
      '/op/web/INFO',
      '/op/nobody/info',
      '/op/WEB/info',
      '/op/web%20/info',
      '/op/toString/info',
    ])('%s is a 404 for every method', async (unknown) => {
      expectProblem(await send(kith().url, unknown), 404);
      expectProblem(await postText(kith().url, unknown, '{}'), 404);
      expectProblem(await send(kith().url, unknown, { method: 'OPTIONS' }), 404);
    });

    test('a body of exactly the configured size is taken, one byte more is a 413', async () => {
      const largest = '{}'.padEnd(limits.bodyBytes, ' ');
      expect((await postText(kith().url, path, largest)).status).toBe(200);
      expectProblem(await postText(kith().url, path, `${largest} `), 413);
      const chunked = { 'transfer-encoding': 'chunked' };
      expect((await postText(kith().url, path, largest, chunked)).status).toBe(200);
      expectProblem(await postText(kith().url, path, `${largest} `, chunked), 413);
    });

    test.each([
      ['one large header', { 'x-large': 'x'.repeat(limits.headerBytes) }],
      [
        'many small headers',
        Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x-${index}`, 'x'])),
      ],
      ['a large cookie', { cookie: `a=${'x'.repeat(limits.headerBytes)}` }],
    ])('%s beyond the configured size is a 413', async (_, headers) => {
      expectProblem(await send(kith().url, path, { headers }), 413);
    });

    test('a URL beyond the configured size is a 413, one well within it is none', async () => {
      expectProblem(await send(kith().url, `${path}&x=${'x'.repeat(limits.headerBytes)}`), 413);
      expect((await send(kith().url, `${path}&x=${'x'.repeat(limits.headerBytes - 1_024)}`)).status).toBe(
        200,
      );
    });

    test('nothing that failed sets a cookie', async () => {
      const visitor = createVisitor(kith().url);
      for (const failing of ['/op/nobody/info', '/op/web/info?out=xml', `${path}&x=${'x'.repeat(9_000)}`]) {
        expect((await visitor.get(failing)).headers['set-cookie']).toBeUndefined();
      }
    });
  });
};
