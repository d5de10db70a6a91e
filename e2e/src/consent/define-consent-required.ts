import { expect, test } from 'vitest';
import { runKith } from '../cli/run-kith.ts';
import { eventually } from '../kit/eventually.ts';
import type { Received } from '../kit/conforming.ts';
import { createVisitor, partsOf, type InfoAnswer, type Visitor } from '../kit/visitor.ts';
import type { ConsentStage } from './consent-stage.ts';

const strict = '/op/strict/info?out=json';
const page = { data: [{ page: { name: 'home' } }] };
const grant = { permission: { 'CS-OPT': true } };
const refusal = { permission: { 'CS-OPT': false } };
/** As a browser on the site sends them. */
const browser = { origin: 'https://www.example.com', host: 'data.example.com' };

const answerOf = (received: Received): InfoAnswer => {
  expect(received.status).toBe(200);
  return received.json() as InfoAnswer;
};

/** `cookie.requires` (docs/behaviour.md#a-cookie-that-waits-for-a-permission). */
export const defineConsentRequired = (stage: () => ConsentStage): void => {
  const newVisitor = (): Visitor => createVisitor(stage().url);
  const profiles = async (): Promise<number> => {
    const { stdout } = await runKith(['consent', 'verify', '--account', 'demo', '--json'], stage());
    return (JSON.parse(stdout) as { readonly profiles: number }).profiles;
  };
  const viewsOf = async (visitor: Visitor) =>
    ((await visitor.get('/op/web/info?out=json&attributes')).json() as InfoAnswer).attributes?.['pageViews'];

  test('before it is granted no cookie is set and nothing is stored; the answer carries a umid all the same', async () => {
    const before = await profiles();
    const visitor = newVisitor();
    const umids = new Set<string>();
    const visits = [
      () => visitor.get(strict, browser),
      () => visitor.post(strict, page, browser),
      () => visitor.get(`${strict}&customerId=unkept&permissions&identifiers`, browser),
      () => visitor.post(strict, refusal, browser),
      () => visitor.post(`${strict}&customerId=unkept`, { permission: { 'CS-OM': true }, ...page }, browser),
      () => visitor.post(strict, { notification: [{ name: 'MAIN_CS', version: 2 }] }, browser),
    ];
    for (const visit of visits) {
      const received = await visit();
      expect(received.headers['set-cookie']).toBeUndefined();
      umids.add(answerOf(received).umid);
    }
    expect(umids.size).toBe(visits.length);
    // Were something on its way through the log, this would come behind it.
    const kept = newVisitor();
    await kept.post('/op/web/info?out=json', page);
    await eventually(
      () => viewsOf(kept),
      (views) => views === '1',
    );
    expect(await profiles()).toBe(before + 1);
    const explained = await runKith(['explain', '/op/web/info?customerId=unkept', '--json'], stage());
    expect(JSON.parse(explained.stdout)).toMatchObject({ explanation: { matched: [{ umid: null }] } });
  }, 120_000);

  test('consent given in the very request counts, and what comes with it is tracked', async () => {
    const visitor = newVisitor();
    const received = await visitor.post(`${strict}&permissions`, { ...grant, ...page }, browser);
    const { umid, permissions } = answerOf(received);
    expect(permissions).toEqual({ 'CS-OPT': true });
    expect(received.headers['set-cookie']?.[0]).toMatch(/^umdid=\S+; Max-Age=31536000; Domain=example\.com/);
    expect(partsOf(visitor.cookie('umdid'))).toMatchObject({ umid });
    await eventually(
      () => viewsOf(visitor),
      (views) => views === '1',
    );
    const again = await visitor.get(strict, browser);
    expect(answerOf(again).umid).toBe(umid);
    expect(again.headers['set-cookie']).toHaveLength(1);
  });

  test('after a withdrawal the profile stays and says so; the cookie is not refreshed, and nothing is tracked', async () => {
    const visitor = newVisitor();
    const { umid } = answerOf(await visitor.post(strict, { ...grant, ...page }, browser));
    for (const body of [{ ...refusal, ...page }, page, { permission: { 'CS-OM': true }, ...page }]) {
      const received = await visitor.post(`${strict}&permissions`, body, browser);
      expect(received.headers['set-cookie']).toBeUndefined();
      expect(answerOf(received)).toMatchObject({ umid, permissions: { 'CS-OPT': false } });
    }
    const regained = await visitor.post(`${strict}&permissions`, { ...grant, ...page }, browser);
    expect(answerOf(regained)).toMatchObject({ umid, permissions: { 'CS-OPT': true, 'CS-OM': true } });
    expect(regained.headers['set-cookie']).toHaveLength(1);
    expect(
      await eventually(
        () => viewsOf(visitor),
        (views) => views !== '1',
      ),
    ).toBe('2');
  });

  test('what was granted earlier on another device counts for whoever logs in', async () => {
    const [phone, laptop] = [newVisitor(), newVisitor()];
    const { umid } = answerOf(await phone.post(`${strict}&customerId=c-earlier`, grant, browser));
    const received = await laptop.get(`${strict}&customerId=c-earlier`, browser);
    expect(answerOf(received)).toMatchObject({ umid, state: 1 });
    expect(partsOf(laptop.cookie('umdid'))).toMatchObject({ umid, type: '1' });
  });

  test('a device that another pipeline knows is recognised, and nothing is added to its profile', async () => {
    const visitor = newVisitor();
    const { umid } = await visitor.info('', { permission: { 'CS-OM': true } });
    const received = await visitor.get(`${strict}&customerId=c-added`, browser);
    expect(answerOf(received)).toMatchObject({ umid, state: 0 });
    expect(received.headers['set-cookie']).toBeUndefined();
    expect(await visitor.info('&identifiers')).toMatchObject({ umid, state: 0, identifiers: [] });
  });

  test('a reset makes the browser forget its cookie', async () => {
    const visitor = newVisitor();
    await visitor.post(strict, grant, browser);
    expect(visitor.cookie('umdid')).toBeDefined();
    const received = await visitor.send('/op/strict/reset?out=json', { method: 'POST', headers: browser });
    expect(received.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^umdid=; Max-Age=0; Domain=example\.com; Path=\/; HttpOnly; Secure; SameSite=None$/,
      ),
    ]);
    expect(visitor.cookie('umdid')).toBeUndefined();
  });
};
