import { expect, test } from 'vitest';
import { send } from '../kit/http.ts';
import { createVisitor, partsOf, type InfoAnswer } from '../kit/visitor.ts';

const reset = '/op/web/reset?out=json&identifiers';
const host = 'data.example.com';

/** `POST /op/{pipeline}/reset` (docs/behaviour.md#reset). */
export const defineReset = (url: () => string): void => {
  test('gives the browser a fresh device and visitor, and leaves the old device its profile', async () => {
    const visitor = createVisitor(url());
    const { umid } = await visitor.info('&email=e-reset');
    const old = visitor.cookie('umdid') ?? '';

    const answer = (await visitor.send(reset, { method: 'POST' })).json() as InfoAnswer;
    expect(answer).toEqual({ umid: expect.any(String), state: 0, identifiers: [] });
    expect(answer.umid).not.toBe(umid);
    const fresh = partsOf(visitor.cookie('umdid'));
    expect(fresh).toMatchObject({ umid: answer.umid, type: '0' });
    expect(fresh.umdid).not.toBe(partsOf(old).umdid);

    expect(await visitor.info('&identifiers')).toEqual({ umid: answer.umid, state: 0, identifiers: [] });
    expect(await createVisitor(url(), { umdid: old }).info()).toEqual({ umid, state: 1 });
  });

  test('names nobody: identifiers and a device in the query change nothing', async () => {
    const visitor = createVisitor(url());
    await visitor.info('&email=e-named');
    const umdid = encodeURIComponent(visitor.cookie('umdid') ?? '');
    const answer = await visitor.send(`${reset}&email=e-named&umdid=${umdid}`, { method: 'POST' });
    expect(answer.json()).toMatchObject({ state: 0, identifiers: [] });
    expect(visitor.cookie('umdid')).not.toBe(decodeURIComponent(umdid));
  });

  test('is a script where nothing else is asked for, like every answer', async () => {
    const answer = await send(url(), '/op/web/reset', { method: 'POST' });
    expect(answer.text).toMatch(/^var fcData = \{"umid":"[^"]+","state":0\};$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each(['{}', ' {} '])('may have the empty body %j', async (body) => {
    const headers = { 'content-type': 'application/json' };
    expect((await send(url(), reset, { method: 'POST', headers, body })).status).toBe(200);
  });

  test('is a 400 where it would carry something that nobody would keep', async () => {
    const body = JSON.stringify({ permission: { 'CS-OPT': true } });
    const answer = await send(url(), reset, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ pointer: '/permission' }] });
  });

  test.each([
    ['GET', reset],
    ['HEAD', reset],
    ['DELETE', reset],
    ['POST', '/op/nobody/reset'],
    ['POST', '/op/web/reset/'],
    ['POST', '/op/server/reset'],
    ['OPTIONS', '/op/server/reset'],
  ])('is a 404 as %s %s', async (method, path) => {
    expect((await send(url(), path, { method })).status).toBe(404);
  });

  test('is refused to pages of other sites, and open to pages of ours', async () => {
    const as = (origin: string, method: string) => send(url(), reset, { method, headers: { host, origin } });
    expect((await as('https://evil.example', 'POST')).status).toBe(403);
    const ours = await as('https://www.example.com', 'POST');
    expect(ours.status).toBe(200);
    expect(ours.headers['access-control-allow-origin']).toBe('https://www.example.com');
    expect((await as('https://www.example.com', 'OPTIONS')).headers['access-control-max-age']).toBe('7200');
  });
};
