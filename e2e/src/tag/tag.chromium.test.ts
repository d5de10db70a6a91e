import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { useEndings } from '@kith/testing/use-endings';
import { openForgetfulBrowser } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { storedEvents } from '../tracking/stored-events.ts';
import { defineClobbering } from './define-clobbering.ts';
import { call, openTagStage, umidOf, visit, type TagStage } from './tag-stage.ts';

/** How long a test may take on a busy machine, in milliseconds. */
const MINUTE = 60_000;

describe('the web tag on a page of another host of the site, over TLS, with a strict policy', () => {
  let stage: TagStage;
  const endings = useEndings();
  beforeAll(async () => {
    stage = await openTagStage();
    endings.push(() => stage.close());
  }, 2 * MINUTE);

  const stored = async (umid: string, count: number): Promise<unknown[][]> => {
    const events = await storedEvents(stage.url, stage.token, umid, count);
    return events.map(({ type, properties: { name } }) => [type, name]).toSorted();
  };

  test('page views and the data layer arrive, the visitor is known again, and the page has no complaint', async () => {
    const context = await stage.browser.newContext();
    const { page, complaints } = await visit(context, '/web/tea');
    await page.evaluate(`dataLayer.push({ event: 'newsletter', event_category: 'footer' })`);
    const umid = await umidOf(page);
    expect(await stored(umid, 3)).toEqual([
      ['action', 'add_to_cart'],
      ['action', 'newsletter'],
      ['page', 'Shop /web/tea'],
    ]);
    expect(await page.evaluate('fcData.umid')).toBe(umid);
    expect(JSON.parse(await page.evaluate<string>(`localStorage.getItem('fcData')`))).toMatchObject({
      umid,
    });
    const [cookie] = await context.cookies('https://id.example.com');
    expect(cookie).toMatchObject({ name: 'umdid', domain: '.example.com', httpOnly: true, secure: true });
    expect(await umidOf((await visit(context, '/web/again')).page)).toBe(umid);
    expect(complaints).toEqual([]);
  });

  test('an entry of the data layer that cannot be sent takes no other with it', async () => {
    const { page } = await visit(await stage.browser.newContext(), '/web/layers');
    const umid = await umidOf(page);
    await page.evaluate(`{
      window.dropped = [];
      addEventListener('kith:dropped', ({ detail }) => dropped.push(detail));
      const nested = (depth) => Array.from({ length: depth }).reduce((inner) => ({ inner }), {});
      dataLayer.push({ event: 'first' }, { event: 'huge', text: 'x'.repeat(70_000) }, { event: 'second' });
      dataLayer.push({ event: 'deep', nested: nested(3_000) }, { event: 'deeper', nested: nested(100_000) }, { event: 'third' });
      dataLayer.push(JSON.parse('{ "event": "odd", "__proto__": { "polluted": 1 } }'));
      for (const event of ['large', 'larger']) dataLayer.push({ event, text: 'x'.repeat(40_000) });
    }`);
    const names = (await stored(umid, 8)).map(([, name]) => name);
    expect(names).toEqual([
      ...['add_to_cart', 'first', 'large', 'larger', 'odd', 'second', 'third'],
      'Shop /web/layers',
    ]);
    const dropped = `window.dropped.map((one) => (one.dataLayer ? one.dataLayer[0].event : one.event)).sort()`;
    await eventually(
      () => page.evaluate<string[]>(dropped),
      (all) => all.join() === 'deep,deeper,huge',
    );
  });

  test('a customer is named, goes, and somebody else comes', async () => {
    const { page } = await visit(await stage.browser.newContext(), '/web/account');
    const first = await umidOf(page);
    const customer = await call<{ umid: string; state: number }>(page, 'identify', {
      customerId: `c-${first}`,
    });
    expect(customer).toMatchObject({ umid: first, state: 1 });
    const next = await call<{ umid: string; state: number }>(page, 'reset');
    expect(next.state).toBe(0);
    expect(next.umid).not.toBe(first);
    expect(await umidOf(page)).toBe(next.umid);
  });

  test('navigation inside a page is a page view', async () => {
    const { page } = await visit(await stage.browser.newContext(), '/web/one');
    await umidOf(page);
    for (const move of [`history.pushState({}, '', '/web/two')`, 'history.back()']) {
      await page.evaluate(
        `new Promise((sent) => { addEventListener('kith:sent', sent, { once: true }); ${move} })`,
      );
    }
    const umid = await umidOf(page);
    const events = await storedEvents(stage.url, stage.token, umid, 4);
    const paths = events.flatMap(({ type, properties }) => (type === 'page' ? [properties['url']] : []));
    expect(paths.toSorted()).toEqual(
      ['one', 'one', 'two'].map((path) => `https://www.example.com/web/${path}`),
    );
  });

  test('what was done just before a page ends arrives', async () => {
    const { page } = await visit(await stage.browser.newContext(), '/web/leaving');
    const umid = await umidOf(page);
    await page.evaluate(`kith('track', { name: 'last words' }); location.href = 'about:blank'`);
    expect(await stored(umid, 3)).toContainEqual(['action', 'last words']);
  });

  test('what was done offline arrives once, whichever of two tabs sends it', async () => {
    const context = await stage.browser.newContext();
    const { page } = await visit(context, '/web/train');
    const umid = await umidOf(page);
    await page.goto('https://www.example.com/web/tunnel');
    expect(await umidOf(page)).toBe(umid);
    await context.setOffline(true);
    // Answered with null, as there is no connection; the rest waits behind it.
    await page.evaluate(
      `{ const failed = kith('identify', { customerId: 'c-secret' }); kith('track', { name: 'in the tunnel' }); failed }`,
    );
    const tabs = [await context.newPage(), await context.newPage()];
    await page.evaluate(`dispatchEvent(new Event('pagehide'))`);
    const kept = await page.evaluate<string>('JSON.stringify(localStorage)');
    expect(kept).toContain('in the tunnel');
    expect(kept).not.toContain('c-secret');
    await page.close();
    await context.setOffline(false);
    // A tab that gets no answer in time sends again: who sends is what counts.
    const senders = new Set<Page>();
    for (const tab of tabs)
      tab.on('request', (request) => {
        if (request.postData()?.includes('in the tunnel')) senders.add(tab);
      });
    await Promise.all(tabs.map((tab, at) => tab.goto(`https://www.example.com/web/tab-${at}`)));
    // Two of each of the four pages, and what was told in the tunnel.
    const events = await stored(umid, 9);
    expect(events.filter(([, name]) => name === 'in the tunnel')).toHaveLength(1);
    expect(senders.size).toBe(1);
  });

  test('without the permission nothing is sent, with it everything, and withdrawn nothing again', async () => {
    const context = await stage.browser.newContext();
    const { page, bodies, answers, complaints } = await visit(context, '/strict/tea');
    await page.evaluate(`gtag('consent', 'default', { analytics_storage: 'denied' })`);
    // What it answers waits for the decision, too.
    await page.evaluate(`void kith('track', { name: 'early' })`);
    // Longer than the tag gathers: only time can show that nothing comes.
    await page.waitForTimeout(1_500);
    expect(bodies).toEqual([]);
    expect(await context.cookies('https://id.example.com')).toEqual([]);
    expect(await page.evaluate('localStorage.length')).toBe(0);

    await page.evaluate(`gtag('consent', 'update', { analytics_storage: 'granted' })`);
    const umid = await umidOf(page);
    expect(await stored(umid, 3)).toEqual(
      expect.arrayContaining([
        ['action', 'early'],
        ['page', 'Shop /strict/tea'],
      ]),
    );
    expect(await page.evaluate('fcData.permissions')).toEqual({ 'CS-OPT': true });

    const granted = await eventually(
      async () => answers.length,
      (count) => count === bodies.length,
    );
    await page.evaluate(
      `gtag('consent', 'update', { analytics_storage: 'denied' }); void kith('track', { name: 'late' })`,
    );
    await page.evaluate(`dataLayer.push({ event: 'late' })`);
    await eventually(
      async () => answers.length,
      (count) => count > granted,
    );
    await page.goto('https://www.example.com/strict/more');
    await page.waitForTimeout(1_500);
    const told = bodies.slice(granted).map((body) => JSON.parse(body) as Record<string, unknown>);
    expect(told).toEqual([
      { permission: { 'CS-OPT': false }, notification: [expect.objectContaining({ name: 'MAIN_CS' })] },
    ]);
    expect(complaints).toEqual([]);
  });

  test('where the browser keeps no cookies and no storage, the tag works all the same', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'kith-profile-'));
    const context = await openForgetfulBrowser(profile, stage.hosts);
    try {
      const { page, answers } = await visit(context, '/web/forgetful');
      const umid = await umidOf(page);
      expect(
        await page.evaluate(`(() => { try { return typeof localStorage } catch { return 'blocked' } })()`),
      ).toBe('blocked');
      // Nobody is known again: what was told first belongs to whom the first answer names.
      const first = (await answers[0]?.json()) as { readonly umid: string };
      expect(await stored(first.umid, 2)).toEqual([
        ['action', 'add_to_cart'],
        ['page', 'Shop /web/forgetful'],
      ]);
      expect(await umidOf(page)).not.toBe(umid);
    } finally {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    }
  });

  defineClobbering(() => stage);
});
