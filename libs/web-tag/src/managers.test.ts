import { describe, expect, test } from 'vitest';
import type { TagManagerSettings } from '@kith/contracts';
import { openFakeBrowser, type FakeBrowser } from './fake-browser.fake.ts';
import { fakeStorage } from './fake-storage.fake.ts';

const shown = { notification: 'N', version: 2, uxvariant: 'banner' };

const withManager = (
  kind: TagManagerSettings['kind'],
  needs: TagManagerSettings['needs'],
  before = '',
  storage = fakeStorage(),
): FakeBrowser =>
  openFakeBrowser({ settings: { requires: ['P'], manager: { kind, needs, shown } }, before, storage });

const decisions = ({ sent }: FakeBrowser): unknown[] =>
  sent.flatMap(({ body: { permission } }) => (permission === undefined ? [] : [permission]));

const tcf = `
  var listeners = [];
  window.__tcfapi = function (command, version, callback) { if (command === 'addEventListener' && version === 2) listeners.push(callback) };
  function say(eventStatus, purposes, vendors, gdprApplies) {
    listeners.forEach((tell) => tell({ eventStatus, gdprApplies, purpose: { consents: purposes }, vendor: { consents: vendors } }, true));
  }`;

describe('the consent manager of a site', () => {
  test('IAB TCF 2.2: purposes and vendors, when the visitor has decided, and changes alone', async () => {
    const browser = withManager('tcf', { P: ['p1', 'v755'], Q: ['p2'] }, tcf);
    browser.run(`say('cmpuishown', {}, {}, true); say('tcloaded', { 1: true }, { 755: true }, false)`);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([]);
    browser.run(`say('useractioncomplete', { 1: true, 2: false }, { 755: true }, true)`);
    await browser.pass(1_000);
    browser.run(`say('useractioncomplete', { 1: true, 2: true }, { 755: true }, true)`);
    await browser.pass(1_000);
    browser.run(`say('useractioncomplete', { 1: true, 2: true }, {}, true)`);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true, Q: false }, { Q: true }, { P: false }]);
    expect(browser.sent[0]?.body.notification).toEqual([
      { name: 'N', version: 2, uxvariant: 'banner', date: expect.any(Number) },
    ]);
  });

  test('IAB TCF 2.2: data without purposes, and none, do not throw into the consent manager', async () => {
    const browser = withManager('tcf', { P: ['p1'] }, tcf);
    browser.run(`listeners.forEach((tell) => {
      tell(null, true);
      tell(undefined, false);
      tell({ eventStatus: 'tcloaded', gdprApplies: true }, true);
    })`);
    browser.run(`say('useractioncomplete', { 1: true }, {}, true)`);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true }]);
  });

  test('a manager that loads later is found; the next page tells nothing again; a new visitor is told', async () => {
    const storage = fakeStorage();
    const first = withManager('tcf', { P: ['p1'] }, '', storage);
    first.kith('track', { name: 'a' });
    await first.pass(3_000);
    first.run(tcf);
    await first.pass(500);
    first.run(`say('useractioncomplete', { 1: true }, {}, true)`);
    await first.pass(2_000);
    expect(decisions(first)).toEqual([{ P: true }]);
    expect(first.sent[0]?.body.data).toHaveLength(1);
    const next = withManager('tcf', { P: ['p1'] }, tcf, storage);
    await next.pass(500);
    next.run(`say('tcloaded', { 1: true }, {}, true)`);
    await next.pass(2_000);
    expect(next.sent).toEqual([]);
    next.kith('reset');
    await next.pass(2_000);
    expect(next.sent.map(({ path, body }) => [path, body.permission])).toEqual([
      ['/op/web/reset', undefined],
      ['/op/web/info', { P: true }],
    ]);
  });

  test('Google Consent Mode: an update is a decision, a default is none', async () => {
    const gtag = `window.dataLayer = []; function gtag() { dataLayer.push(arguments) }
      gtag('consent', 'default', { analytics_storage: 'granted', ad_storage: 'granted', region: ['US'] });
      gtag('consent', 'default', { analytics_storage: 'denied', ad_storage: 'denied' });`;
    const browser = withManager('googleConsentMode', { P: ['analytics_storage'], Q: ['ad_storage'] }, gtag);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([]);
    browser.run(`gtag('consent', 'update', { analytics_storage: 'granted' })`);
    await browser.pass(1_000);
    browser.run(`gtag('consent', 'default', { analytics_storage: 'denied' }); gtag('js', 1)`);
    browser.run(`gtag('consent', 'update', { ad_storage: 'granted', analytics_storage: 'denied' })`);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([
      { P: true, Q: false },
      { P: false, Q: true },
    ]);
  });

  test('Google Consent Mode: what a site presumes is told to nobody, also after an update', async () => {
    const browser = withManager('googleConsentMode', { P: ['analytics_storage'], Q: ['ad_storage'] });
    browser.run(`dataLayer.push(['consent', 'update', { analytics_storage: 'granted' }]);
      dataLayer.push(['consent', 'default', { ad_storage: 'granted' }])`);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true, Q: false }]);
  });

  test('Google Consent Mode: entries that are none hide no withdrawal', async () => {
    const browser = withManager('googleConsentMode', { P: ['a'] }, 'window.dataLayer = [null, 5, undefined]');
    browser.run(`dataLayer.push(['consent', 'update', { a: 'granted' }])`);
    await browser.pass(1_000);
    browser.run(`dataLayer.push(null, { get 0() { throw 1 } }, Object.freeze(['x']), 'x')`);
    browser.run(`dataLayer.push(['consent', 'update', { a: 'denied' }])`);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true }, { P: false }]);
  });

  test('Google Consent Mode: a list that takes the place of the first is heard from the next call on', async () => {
    const browser = withManager('googleConsentMode', { P: ['a'] });
    browser.run(`window.dataLayer = []; dataLayer.push(['consent', 'update', { a: 'granted' }])`);
    browser.kith('track', { name: 'x' });
    await browser.pass(2_000);
    browser.run(`dataLayer.push(['consent', 'update', { a: 'denied' }])`);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true }, { P: false }]);
  });

  test('OneTrust: groups, once the banner is closed', async () => {
    const page = `var closed = false, called = 0; window.OneTrust = { IsAlertBoxClosed: () => closed };
      window.OnetrustActiveGroups = ',C0001,'; function OptanonWrapper() { called += 1 }`;
    const browser = withManager('oneTrust', { P: ['C0002'], Q: ['C0002', 'C0004'] }, page);
    browser.run('OptanonWrapper()');
    browser.dispatch('OneTrustGroupsUpdated');
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([]);
    browser.run(`closed = true; OnetrustActiveGroups = ',C0001,C0002,'; OptanonWrapper()`);
    await browser.pass(1_000);
    browser.run(`OnetrustActiveGroups = ',C0001,C0002,C0004,'`);
    browser.dispatch('OneTrustGroupsUpdated');
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true, Q: false }, { Q: true }]);
    expect(browser.run('called')).toBe(2);
  });

  test('Usercentrics 2: services as the dialogue has them, at each of its events', async () => {
    const page = `var required = true, given = true; window.UC_UI = { isInitialized: () => true, isConsentRequired: () => required,
      getServicesBaseInfo: () => [{ id: 'x1', name: 'Kith', consent: { status: given } }, { id: 'x2', name: 'Ads', consent: { status: false } }] };`;
    const browser = withManager('usercentrics', { P: ['Kith'], Q: ['x2'] }, page);
    await browser.pass(1_000);
    browser.dispatch('UC_UI_CMP_EVENT', { detail: { source: 'button', type: 'CMP_SHOWN' } });
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([]);
    browser.run('required = false');
    browser.dispatch('UC_UI_CMP_EVENT', { detail: { source: 'button', type: 'ACCEPT_ALL' } });
    await browser.pass(1_000);
    browser.run('given = false');
    browser.dispatch('ucEvent', { detail: { event: 'consent_status', type: 'explicit', Kith: false } });
    await browser.pass(1_000);
    browser.run('given = true');
    browser.dispatch('UC_UI_INITIALIZED');
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true, Q: false }, { P: false }, { P: true }]);
  });

  test('Usercentrics 3: services as its event tells', async () => {
    const browser = withManager('usercentrics', { P: ['Kith'], Q: ['x2'] });
    const say = (type: string, kith: boolean): void =>
      browser.dispatch('UC_CONSENT', {
        detail: {
          consent: { type },
          services: {
            x1: { name: 'Kith', consent: { given: kith } },
            x2: { name: 'Ads', consent: { given: true } },
          },
        },
      });
    say('IMPLICIT', true);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([]);
    say('EXPLICIT', true);
    await browser.pass(1_000);
    say('EXPLICIT', false);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true, Q: true }, { P: false }]);
  });

  test.each([
    ['tcf', tcf, `say('useractioncomplete', { 1: true }, {}, true)`],
    ['googleConsentMode', '', `dataLayer.push(['consent', 'update', { 1: 'granted' }])`],
    [
      'usercentrics',
      '',
      `dispatchEvent(Object.assign(new CustomEvent('UC_CONSENT',
      { detail: { consent: { type: 'EXPLICIT' }, services: { 1: { consent: { given: true } } } } })))`,
    ],
  ] as const)('%s is heard also where a page adds members to all objects', async (kind, before, says) => {
    const name = kind === 'tcf' ? 'p1' : '1';
    const pollute = `Object.prototype.isEmpty = function () {}; Object.prototype.nothing = null;`;
    const browser = withManager(kind, { P: [name] }, `${pollute} ${before}`);
    browser.run(says);
    await browser.pass(1_000);
    expect(decisions(browser)).toEqual([{ P: true }]);
    browser.setReply(() => 400);
    browser.kith('consent', { P: false, Q: true });
    await browser.pass(1_000);
    expect(decisions(browser).slice(1)).toEqual([{ P: false, Q: true }, { P: false }, { Q: true }]);
  });
});
