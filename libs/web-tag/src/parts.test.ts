import { describe, expect, test } from 'vitest';
import { openFakeBrowser, type FakeBrowser } from './fake-browser.fake.ts';

/** The data layers that were sent, without ids. */
const layersOf = ({ sent }: FakeBrowser): unknown[] =>
  sent.flatMap(({ body: { data = [] } }) => data.map(({ id: _id, ...members }) => members));

const pageUrls = (browser: FakeBrowser): unknown[] =>
  layersOf(browser).map((element) => (element as { page?: { url: string } }).page?.url);

describe('data layers', () => {
  test('lists are read from their beginning, each entry once, whoever pushes', async () => {
    const browser = openFakeBrowser({
      settings: { dataLayer: ['dataLayer'] },
      before: `var dataLayer = [{ event: 'a' }]; function gtag() { dataLayer.push(arguments) } gtag('event', 'b', { x: 1 })`,
    });
    await browser.pass(1_100);
    browser.run(`
      var own = { event: 'c' }; own.self = own; own.node = Object.create({ [Symbol.toStringTag]: 'HTMLElement' });
      dataLayer.push(own, function () {}, { event: 'd', callback: function () {} });
      var push = dataLayer.push; dataLayer.push = function () { return Array.prototype.push.apply(this, arguments) };
      dataLayer.push({ event: 'e' })`);
    await browser.pass(1_100);
    expect(layersOf(browser)).toEqual([
      { dataLayer: [{ event: 'a' }, ['event', 'b', { x: 1 }]] },
      { dataLayer: [{ event: 'c' }, { event: 'd' }, { event: 'e' }] },
    ]);
  });

  test('a list that comes later is there already, and pushing answers as it did', async () => {
    const browser = openFakeBrowser({ settings: { dataLayer: ['adobeDataLayer'] } });
    expect(
      browser.run(`window.adobeDataLayer = window.adobeDataLayer || []; adobeDataLayer.push({ event: 'a' })`),
    ).toBe(1);
    await browser.pass(1_100);
    expect(layersOf(browser)).toEqual([{ adobeDataLayer: [{ event: 'a' }] }]);
  });

  test('objects are read whenever they are others', async () => {
    const browser = openFakeBrowser({ settings: { dataLayer: ['digitalData', 'utag_data'] } });
    browser.run(`window.digitalData = { page: { pageInfo: { pageName: 'one' } } }`);
    await browser.pass(1_100);
    browser.dispatch('load');
    await browser.pass(1_100);
    browser.run(`digitalData.page.pageInfo.pageName = 'two'; window.utag_data = { page_name: 'two' }`);
    browser.hide();
    expect(layersOf(browser)).toEqual([
      { digitalData: { page: { pageInfo: { pageName: 'one' } } } },
      { digitalData: { page: { pageInfo: { pageName: 'two' } } } },
      { utag_data: { page_name: 'two' } },
    ]);
  });

  test('what they hold waits for the permission, and is passed over without it', async () => {
    const browser = openFakeBrowser({
      settings: { dataLayer: ['dataLayer'], requires: ['P'] },
      before: `var dataLayer = [{ event: 'undecided' }]`,
    });
    await browser.pass(5_000);
    expect(browser.sent).toEqual([]);
    browser.kith('consent', { P: true });
    await browser.pass(5_000);
    browser.kith('consent', { P: false });
    browser.run(`dataLayer.push({ event: 'refused' })`);
    await browser.pass(5_000);
    browser.kith('consent', { P: true });
    browser.run(`dataLayer.push({ event: 'granted' })`);
    await browser.pass(5_000);
    expect(layersOf(browser)).toEqual([
      { dataLayer: [{ event: 'undecided' }] },
      { dataLayer: [{ event: 'granted' }] },
    ]);
  });
});

describe('navigation inside a page', () => {
  test('is a page view, once the page has told of one; places on a page are none', async () => {
    const browser = openFakeBrowser();
    browser.run(`history.pushState({}, '', '/silent')`);
    await browser.pass(2_000);
    browser.kith('page');
    for (const url of ['/tea', '/tea#top', '/tea', '/#/route', '/#/route']) {
      browser.run(`history.pushState({}, '', ${JSON.stringify(url)})`);
      await browser.pass(200);
    }
    browser.run(`history.replaceState({}, '', '/last'); kith('page', { name: 'own' })`);
    await browser.pass(2_000);
    expect(pageUrls(browser)).toEqual(
      ['/silent', '/tea', '/#/route', '/last'].map((path) => `https://www.example.com${path}`),
    );
  });

  test('is not followed where the site says so', async () => {
    const browser = openFakeBrowser({ settings: { spa: false } });
    browser.kith('page');
    browser.run(`history.pushState({}, '', '/tea')`);
    await browser.pass(2_000);
    expect(pageUrls(browser)).toEqual(['https://www.example.com/']);
  });
});
