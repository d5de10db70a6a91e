import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { PATIENCE } from '../configuration/account.ts';
import { newConfiguration, type RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { fetchAccessToken, findPerson, postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, type InfoAnswer, type Visitor } from '../kit/visitor.ts';
import { storedEvents } from '../tracking/stored-events.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const HEADLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36';

const cookie = { domain: 'example.com' };
const common = { cookie, identifiers: ['customerId'], sections: ['attributes'] };
const PAGE = { data: [{ page: { name: 'home', enriched: 'said by the site' } }] };

const configuration = {
  accounts: {
    demo: {
      owner: 'demo',
      identifiers: { customerId: { kind: 'login' } },
      permissions: ['OPT'],
      attributes: { pageViews: { count: 'page' } },
      pipelines: {
        all: { ...common, enrich: [{ type: 'userAgent' }, { type: 'bot' }] },
        answers: {
          ...common,
          enrich: [{ type: 'userAgent', to: ['response'], prefix: 'ua.', fallback: { osFamily: 'unknown' } }],
        },
        plain: common,
        strict: { ...common, tracking: { requires: 'OPT' }, enrich: [{ type: 'userAgent' }] },
        dropping: { ...common, bots: 'drop' },
        choosy: {
          ...common,
          bots: 'drop',
          enrich: [{ type: 'bot', to: ['response'], prefix: 'c.', also: ['tool'] }],
        },
      },
    },
  },
  ...PATIENCE,
};

describe('enrichment', () => {
  let file: RewritableConfiguration;
  let standalone: Standalone;
  let dataDir: string;
  let token: string;

  const endings = useEndings();
  beforeAll(async () => {
    file = await newConfiguration(JSON.stringify(configuration));
    endings.push(() => file.remove());
    dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
    standalone = await startStandalone({ dataDir, env: { CONFIG_FILE: file.path } });
    endings.push(() => standalone.stop());
    token = await fetchAccessToken(standalone.url);
  }, 120_000);

  const newVisitor = (): Visitor => createVisitor(standalone.url);

  const ask = async (
    visitor: Visitor,
    pipeline: string,
    userAgent: string,
    { query = '&attributes', body }: { readonly query?: string; readonly body?: unknown } = {},
  ): Promise<InfoAnswer> => {
    const path = `/op/${pipeline}/info?out=json${query}`;
    const headers = { 'user-agent': userAgent };
    const received = await (body === undefined
      ? visitor.get(path, headers)
      : visitor.post(path, body, headers));
    expect(received.status).toBe(200);
    return received.json() as InfoAnswer;
  };

  /** The attributes that GraphQL shows of somebody, once they are as expected. */
  const eventualAttributes = (umid: string, expected: Readonly<Record<string, string>>) =>
    eventually(
      async () => {
        const query = `query ($umid: String!) { person: personTargetDataByUmid(umid: $umid) { attributes { name value } } }`;
        const { data } = (await postGraphql(standalone.url, token, query, { umid })).json() as {
          data: { person: { attributes: { name: string; value: string }[] } | null };
        };
        return Object.fromEntries((data.person?.attributes ?? []).map(({ name, value }) => [name, value]));
      },
      (seen) => Object.entries(expected).every(([name, value]) => seen[name] === value),
    );

  const metric = async (name: string, labels: string): Promise<number> => {
    const { text } = await send(standalone.managementUrl, '/metrics');
    const line = text.split('\n').find((one) => one.startsWith(`${name}{${labels}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  test('shows what a browser tells in the answer, on the first visit and on later ones', async () => {
    const visitor = newVisitor();
    const told = { deviceType: 'desktop', browserFamily: 'Chrome', osFamily: 'Windows', isbot: 'false' };
    const answers = [await ask(visitor, 'all', CHROME), await ask(visitor, 'all', CHROME)];
    for (const { attributes } of answers) {
      expect(attributes).toMatchObject({ ...told, deviceName: '', pageViews: expect.any(String) });
    }
    expect(
      await metric('kith_enrichment_steps_total', 'pipeline="all",step="userAgent",outcome="cached"'),
    ).toBe(1);
  });

  test('shows nothing where attributes are not asked for', async () => {
    expect(await ask(newVisitor(), 'all', CHROME, { query: '' })).not.toHaveProperty('attributes');
  });

  test('brings to the profile what the latest request told, which every reader sees', async () => {
    const visitor = newVisitor();
    const { umid } = await ask(visitor, 'all', CHROME, { query: '', body: PAGE });
    await eventualAttributes(umid, {
      browserFamily: 'Chrome',
      deviceName: '',
      isbot: 'false',
      pageViews: '1',
    });
    // Without an event, and without a section.
    await ask(visitor, 'all', IPHONE, { query: '' });
    await eventualAttributes(umid, { browserFamily: 'Safari', deviceName: 'Apple iPhone', pageViews: '1' });
    const { attributes } = await ask(visitor, 'plain', 'curl/8.5.0');
    expect(attributes).toMatchObject({ browserFamily: 'Safari', osFamily: 'iOS', pageViews: '1' });
  });

  test('tells of one device at a time: nothing of the one before stays beside it', async () => {
    const visitor = newVisitor();
    const { umid } = await ask(visitor, 'all', IPHONE);
    await eventualAttributes(umid, { deviceName: 'Apple iPhone', deviceType: 'mobile' });
    const desktop = { deviceName: '', deviceType: 'desktop', osFamily: 'Windows' };
    expect((await ask(visitor, 'all', CHROME)).attributes).toMatchObject(desktop);
    await eventualAttributes(umid, desktop);
    // What tells nothing of itself is no browser of before either.
    const nothing = { deviceType: '', browserFamily: '', osFamily: '', isbot: 'false' };
    expect((await ask(visitor, 'all', 'curl/8.5.0')).attributes).toMatchObject(nothing);
    await eventualAttributes(umid, nothing);
  });

  test('outlives a merge: the latest of both counts', async () => {
    const [one, two] = [newVisitor(), newVisitor()];
    const { umid } = await ask(one, 'all', CHROME, { query: '&customerId=merged-1' });
    const { umid: other } = await ask(two, 'all', IPHONE, { query: '', body: PAGE });
    await eventualAttributes(umid, { browserFamily: 'Chrome' });
    await eventualAttributes(other, { browserFamily: 'Safari' });
    await ask(two, 'plain', CHROME, { query: '&customerId=merged-1' });
    await eventualAttributes(umid, { browserFamily: 'Safari', pageViews: '1' });
  });

  test('stands in the properties of each event under a member of its own', async () => {
    const { umid } = await ask(newVisitor(), 'all', IPHONE, { query: '', body: PAGE });
    const [event] = await storedEvents(standalone.url, token, umid, 1);
    expect(event?.properties).toEqual({
      name: 'home',
      enriched: {
        deviceName: 'Apple iPhone',
        deviceType: 'mobile',
        browserFamily: 'Safari',
        osFamily: 'iOS',
        isbot: false,
      },
    });
  });

  test('goes only where a step says, with its prefix, and what stands in for it', async () => {
    const visitor = newVisitor();
    const { umid, attributes } = await ask(visitor, 'answers', 'unheard of', { body: PAGE });
    expect(attributes).toMatchObject({ 'ua.osFamily': 'unknown', 'ua.deviceType': '' });
    const [event] = await storedEvents(standalone.url, token, umid, 1);
    expect(event?.properties).toEqual({ name: 'home', enriched: 'said by the site' });
    expect(await eventualAttributes(umid, { pageViews: '1' })).not.toHaveProperty('ua.osFamily');
  });

  test('leaves the profile alone without the permission that tracking requires', async () => {
    const visitor = newVisitor();
    const { umid, attributes } = await ask(visitor, 'strict', CHROME, { body: PAGE });
    expect(attributes).toMatchObject({ browserFamily: 'Chrome' });
    await ask(visitor, 'strict', IPHONE, { query: '', body: { permission: { OPT: true } } });
    // What came before would have come before.
    await eventualAttributes(umid, { browserFamily: 'Safari', pageViews: '' });
  });

  describe('of bots', () => {
    test('flags their events, whether or not a step asks', async () => {
      const { umid } = await ask(newVisitor(), 'plain', GOOGLEBOT, {
        body: { data: [{ page: { name: 'a' } }] },
      });
      const [event] = await storedEvents(standalone.url, token, umid, 1);
      expect(event?.properties).toEqual({ name: 'a', enriched: { isbot: true } });
      const { attributes } = await ask(newVisitor(), 'all', GOOGLEBOT);
      expect(attributes).toMatchObject({ isbot: 'true' });
    });

    /** Nothing of a request was stored: whoever came after it, to the same log, has been stored. */
    const isStored = async (umid: string): Promise<boolean> => {
      const { umid: later } = await ask(newVisitor(), 'plain', CHROME, { query: '', body: PAGE });
      await storedEvents(standalone.url, token, later, 1);
      return (await findPerson(standalone.url, token, umid)) !== null;
    };

    test('drops those that nobody knows, and answers them all the same', async () => {
      const before = await metric('kith_dropped_bots_total', 'pipeline="dropping"');
      const bot = newVisitor();
      const body = { ...PAGE, permission: { OPT: true } };
      const { umid, state, attributes } = await ask(bot, 'dropping', GOOGLEBOT, { body });
      expect([state, attributes?.['pageViews'], bot.cookie('umdid')]).toEqual([0, '', undefined]);
      expect(await isStored(umid)).toBe(false);
      const reset = await bot.send('/op/dropping/reset?out=json', {
        method: 'POST',
        headers: { 'user-agent': GOOGLEBOT },
      });
      expect([reset.status, bot.cookie('umdid')]).toEqual([200, undefined]);
      expect(await isStored((reset.json() as InfoAnswer).umid)).toBe(false);
      expect(await metric('kith_dropped_bots_total', 'pipeline="dropping"')).toBe(before + 2);
    });

    test('keeps those that bring a cookie or an identifier', async () => {
      const known = newVisitor();
      const { umid } = await ask(known, 'dropping', CHROME, { query: '' });
      await ask(known, 'dropping', GOOGLEBOT, { query: '', body: PAGE });
      const [event] = await storedEvents(standalone.url, token, umid, 1);
      expect(event?.properties).toMatchObject({ enriched: { isbot: true } });
      const named = await ask(newVisitor(), 'dropping', GOOGLEBOT, { query: '&customerId=crawled' });
      expect(named.state).toBe(1);
      expect(await isStored(named.umid)).toBe(true);
      const reset = await known.send('/op/dropping/reset?out=json', {
        method: 'POST',
        headers: { 'user-agent': GOOGLEBOT },
      });
      expect(await isStored((reset.json() as InfoAnswer).umid)).toBe(true);
    });

    test.each([
      ['curl', 'curl/8.5.0'],
      ['a server', 'node'],
      ['a server that says nothing', ''],
      ['a headless browser', HEADLESS],
    ])('does not drop %s', async (_, userAgent) => {
      const visitor = newVisitor();
      const { umid } = await ask(visitor, 'dropping', userAgent, { query: '' });
      expect(visitor.cookie('umdid')).toBeDefined();
      expect(await isStored(umid)).toBe(true);
    });

    test('drops tools where the pipeline says that they are bots', async () => {
      const { umid, attributes } = await ask(newVisitor(), 'choosy', 'curl/8.5.0');
      expect(attributes).toMatchObject({ 'c.isbot': 'true' });
      expect(await isStored(umid)).toBe(false);
      expect((await ask(newVisitor(), 'choosy', HEADLESS)).attributes).toMatchObject({ 'c.isbot': 'false' });
    });
  });
});
