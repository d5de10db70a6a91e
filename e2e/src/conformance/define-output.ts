import { describe, expect, test } from 'vitest';
import { send } from '../kit/http.ts';
import { refusedAt, type TheKith } from './ask.ts';

const script = /^var fcData = (\{.*\});$/s;

/** The parameter `out` (docs/behaviour.md#output) and the answer (docs/behaviour.md#the-response). */
export const defineOutput = (kith: TheKith): void => {
  describe('the forms of the answer', () => {
    test.each(['', '?out=js', '?out=js&permissions'])(
      '"%s" brings a script that browsers run',
      async (query) => {
        const answer = await send(kith().url, `/op/web/info${query}`);
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toBe('application/json');
        expect(answer.headers['x-content-type-options']).toBeUndefined();
        expect(JSON.parse(script.exec(answer.text)?.[1] ?? '')).toMatchObject({ state: 0 });
      },
    );

    test('out=json brings the object alone', async () => {
      const answer = await send(kith().url, '/op/web/info?out=json');
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.json()).toEqual({ umid: expect.any(String), state: 0 });
    });

    test('a pipeline can give its scripts a content type of their own, its JSON not', async () => {
      const answer = await send(kith().url, '/op/scripts/info');
      expect(answer.headers['content-type']).toBe('text/javascript');
      expect(answer.text).toMatch(script);
      const json = await send(kith().url, '/op/scripts/info?out=json');
      expect(json.headers['content-type']).toBe('application/json');
    });

    test.each([
      '?out',
      '?out=',
      '?out=JS',
      '?out=Json',
      '?out=json%20',
      '?out=js&out=js',
      '?out=json&out=js',
    ])('%s is a 400', async (query) => {
      expect(refusedAt(await send(kith().url, `/op/web/info${query}`))).toEqual(['?out']);
    });

    test.each([
      ['an answer', '/op/web/info', 200],
      ['a script', '/op/web/info?out=js', 200],
      ['a refusal', '/op/web/info?out=xml', 400],
      ['a pipeline that is not there', '/op/nobody/info', 404],
    ])('%s is never kept by a cache', async (_, path, status) => {
      const answer = await send(kith().url, path);
      expect(answer.status).toBe(status);
      expect(answer.headers['cache-control']).toBe('no-store');
    });
  });
};
