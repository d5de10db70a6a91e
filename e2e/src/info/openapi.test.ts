import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '@kith/contracts';
import { useEndings } from '@kith/testing/use-endings';
import { expectConforming, type Received } from '../kit/conforming.ts';
import { send } from '../kit/http.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';

const umid = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3';

const answerOf = (status: number, body: unknown, type = 'application/json'): Received => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': type }, text, json: () => JSON.parse(text) as unknown };
};

describe('the OpenAPI document of interface B', () => {
  let standalone: Standalone;
  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startStandalone();
    endings.push(() => standalone.stop());
  });

  test('is served, and not sent again to whoever has it', async () => {
    const answer = await send(standalone.url, '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json()).toEqual(openApiDocument());
    const etag = answer.headers.etag ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await send(standalone.url, '/openapi.json', { headers: { 'if-none-match': known } });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    }
    const stale = await send(standalone.url, '/openapi.json', { headers: { 'if-none-match': '"other"' } });
    expect(stale.status).toBe(200);
  });

  test('is beside a page that says what the code of a problem means', async () => {
    const problem = (await send(standalone.url, '/nowhere')).json() as { type: string; code: string };
    const { pathname, hash } = new URL(problem.type, standalone.url);
    const page = await send(standalone.url, pathname);
    expect([problem.code, page.status]).toEqual(['not_found', 200]);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain(`<h2 id="${hash.slice(1)}">${problem.code}</h2>`);
  });

  test.each([
    ['POST', '/openapi.json'],
    ['HEAD', '/openapi.json'],
    ['GET', '/openapi.json/'],
    ['GET', '/openapi.jsonp'],
  ])('is not there as %s %s', async (method, path) => {
    expect((await send(standalone.url, path, { method })).status).toBe(404);
  });
});

describe('an answer that every suite gets to see', () => {
  const conforming = (path: string, received: Received) => () => expectConforming('GET', path, received);

  test.each<[string, Received]>([
    ['an object', answerOf(200, { umid, state: 0, identifiers: [{ name: 'a', value: 'b' }] })],
    ['a script', answerOf(200, `var fcData = {"umid":"${umid}","state":1};`)],
    [
      'a problem',
      answerOf(
        404,
        { type: '/problems#not_found', title: 'x', status: 404, code: 'not_found' },
        'application/problem+json',
      ),
    ],
  ])('may be %s as the document has it', (_, received) => {
    expect(conforming('/op/web/info', received)).not.toThrow();
  });

  test.each<[string, Received]>([
    ['without a state', answerOf(200, { umid })],
    ['with a umid that is none', answerOf(200, { umid: 'x', state: 0 })],
    ['with a field that nobody specified', answerOf(200, { umid, state: 0, umdid: umid })],
    [
      'with a time that is none',
      answerOf(200, { umid, state: 0, permissionsLastModification: { A: '2026' } }),
    ],
    ['with a status that nobody specified', answerOf(405, { type: 'x', title: 'x', status: 405 })],
    ['with a problem of another type', answerOf(404, { type: 'x', title: 'x', status: 404 })],
    ['with half a problem', answerOf(400, { status: 400 }, 'application/problem+json')],
    [
      'with a code that nobody knows',
      answerOf(404, { type: '/problems#x', title: 'x', status: 404, code: 'x' }, 'application/problem+json'),
    ],
  ])('never comes %s', (_, received) => {
    expect(conforming('/op/web/info?out=json', received)).toThrow();
  });
});
