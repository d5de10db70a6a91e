import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { newConfiguration, type RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { fetchAccessToken } from '../kit/analyst.ts';
import { eventually, untilLogged } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { reloadInVain } from '../kit/reload.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, partsOf, type Visitor } from '../kit/visitor.ts';
import { readDataLayerPage, type DataLayerPage } from './data-layer-examples.ts';
import { sorted, storedEvents, toldBy } from './stored-events.ts';

const GOOD = '{ "action": { "name": hello, "seen": $pipeline } }';
const NEVER_ENDS = '$match(text, /^(a+)+$/)';
const FILLS_THE_HEAP = '$split($pad("", 20000000, "x"), "")';
const EVIL = `${'a'.repeat(64)}!`;

/** Further pipelines, for what no page shows. */
const pipelines = {
  strict: {
    cookie: { domain: 'example.com' },
    tracking: { requires: 'CS-OPT' },
    dataLayer: ['gtm'],
    mapping: { own: GOOD },
  },
  endless: {
    cookie: { domain: 'example.com' },
    dataLayer: ['gtm'],
    mapping: { own: `text ? ${NEVER_ENDS} : ${GOOD}` },
  },
  greedy: {
    cookie: { domain: 'example.com' },
    dataLayer: ['gtm'],
    mapping: { own: `text ? ${FILLS_THE_HEAP} : ${GOOD}` },
  },
  unfit: { cookie: { domain: 'example.com' }, mapping: { own: '{ "page": hello }' } },
};

describe('data layers', () => {
  let page: DataLayerPage;
  let configuration: RewritableConfiguration;
  let standalone: Standalone;
  let token: string;
  let env: { readonly DATA_DIR: string; readonly CONFIG_FILE: string };

  const configurationWith = (more: object): string => {
    const indented = page.configuration.replaceAll(/^(?=.)/gm, '    ');
    const others = Object.entries(more).map(
      ([name, members]) => `      ${name}: ${JSON.stringify(members)}\n`,
    );
    return `accounts:\n  demo:\n    owner: demo\n    permissions: [CS-OPT]\n${indented}${others.join('')}`;
  };

  const endings = useEndings();
  beforeAll(async () => {
    page = await readDataLayerPage();
    configuration = await newConfiguration(configurationWith(pipelines));
    endings.push(() => configuration.remove());
    env = { DATA_DIR: await newDataDir(), CONFIG_FILE: configuration.path };
    endings.push(() => removeDataDir(env.DATA_DIR));
    standalone = await startStandalone({ dataDir: env.DATA_DIR, env });
    endings.push(() => standalone.stop());
    token = await fetchAccessToken(standalone.url);
    // The processes that evaluate start beside the app: an element that comes earlier is kept as it came.
    await eventually(
      async () => {
        await tell(createVisitor(standalone.url), 'strict', { hello: 'first' }, granted);
        return metric('kith_own_mappings_total', { pipeline: 'strict', outcome: 'made' });
      },
      (made) => made > 0,
    );
  }, 120_000);

  const granted = { permission: { 'CS-OPT': true } };
  const tell = async (
    visitor: Visitor,
    pipeline: string,
    element: object,
    { permission = {}, key }: { readonly permission?: object; readonly key?: string } = {},
  ): Promise<string> => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const body = { data: [element], permission };
    const answer = await visitor.post(`/op/${pipeline}/info?out=json`, body, headers);
    expect(answer.status).toBe(200);
    return (answer.json() as { readonly umid: string }).umid;
  };

  const stored = (umid: string, count: number) => storedEvents(standalone.url, token, umid, count);

  const metric = async (name: string, labels: Readonly<Record<string, string>>): Promise<number> => {
    const { text } = await send(standalone.managementUrl, '/metrics');
    const line = text
      .split('\n')
      .find(
        (one) =>
          one.startsWith(`${name}{`) && Object.entries(labels).every(([k, v]) => one.includes(`${k}="${v}"`)),
      );
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  test('every example of the page becomes what the page says', async () => {
    expect(page.examples.length).toBeGreaterThanOrEqual(9);
    for (const { heading, element, events } of page.examples) {
      const umid = await tell(
        createVisitor(standalone.url),
        heading === 'Own mappings' ? 'shop' : 'web',
        element,
      );
      expect({ element, events: toldBy(await stored(umid, events.length)) }).toEqual({
        element,
        events: sorted(events),
      });
    }
  });

  test('a retry counts nothing twice, by the id of the element and by the key of the request', async () => {
    const visitor = createVisitor(standalone.url);
    const umid = await tell(visitor, 'web', { page: { name: 'first' } });
    const [order] = page.examples.filter(({ heading }) => heading === 'Own mappings');
    const gtm = {
      id: 'e-1',
      event: 'login',
      utag_data: { page_name: 'Teas', tealium_event: 'search' },
      theme: 'dark',
    };
    for (let times = 0; times < 3; times += 1) {
      await tell(visitor, 'web', gtm);
      await tell(visitor, 'shop', { ...order?.element, id: 'e-2' });
      await tell(visitor, 'shop', { id: 'e-3', weather: 'grey' });
      await tell(visitor, 'shop', { view: { title: 'Tea', tabs: ['a', 'b'] } }, { key: 'k-1' });
    }
    await tell(visitor, 'web', { page: { name: 'last' } });
    const events = await stored(umid, 10);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      ...['action', 'action', 'action', 'action', 'action'],
      'dataLayer',
      ...['page', 'page', 'page', 'page'],
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(10);
  });

  test('without the required permission nothing of a data layer is kept, and with it everything', async () => {
    const visitor = createVisitor(standalone.url);
    const umid = await tell(visitor, 'web', { page: { name: 'first' } });
    await tell(visitor, 'strict', { event: 'login' });
    await tell(visitor, 'strict', { hello: 'refused' });
    await tell(visitor, 'strict', { hello: 'granted' }, granted);
    await tell(visitor, 'web', { page: { name: 'last' } });
    expect(toldBy(await stored(umid, 3))).toEqual(
      sorted([
        { page: { name: 'first' } },
        { action: { name: 'granted', seen: 'strict' } },
        { page: { name: 'last' } },
      ]),
    );
  });

  test.each(['endless', 'greedy'])(
    'a mapping that is %s costs others nothing, and its own element is kept',
    async (pipeline) => {
      const evil = createVisitor(standalone.url);
      const umid = await tell(evil, 'web', { page: { name: 'first' } });
      const evilOne = { isAnswered: false };
      const evilAnswer = tell(evil, pipeline, { event: 'login', text: EVIL }).then(
        () => (evilOne.isAnswered = true),
      );
      let others = 0;
      while (!evilOne.isAnswered) {
        await tell(createVisitor(standalone.url), 'web', { event: 'login' });
        others += 1;
      }
      await evilAnswer;
      // The event loop was free while the evaluation went on: who is held up by it is answered once, behind it.
      expect(others).toBeGreaterThan(1);
      expect(toldBy(await stored(umid, 2))).toEqual(
        sorted([{ page: { name: 'first' } }, { dataLayer: { event: 'login', text: EVIL } }]),
      );
      const failures = await Promise.all(
        ['tooLong', 'crashed', 'busy'].map((outcome) =>
          metric('kith_own_mappings_total', { pipeline, outcome }),
        ),
      );
      expect(failures.reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(standalone.logged()).not.toContain(EVIL);
      await eventually(
        async () => {
          await tell(createVisitor(standalone.url), pipeline, { hello: 'again' });
          return metric('kith_own_mappings_total', { pipeline, outcome: 'made' });
        },
        (made) => made > 0,
      );
    },
  );

  test('an erasure removes what came of data layers like everything else', async () => {
    const visitor = createVisitor(standalone.url);
    const umid = await tell(visitor, 'web', {
      event: 'login',
      utag_data: { page_name: 'Teas' },
      weather: 'grey',
    });
    await tell(visitor, 'shop', { view: { title: 'Tea', tabs: ['a'] } });
    await tell(visitor, 'shop', { weather: 'grey' });
    await stored(umid, 5);
    const { exitCode, stdout } = await runKith(
      ['erase', 'umid', umid, '--account', 'demo', '--reason', 'ticket 1'],
      { env },
    );
    expect({ exitCode, proof: JSON.parse(stdout) as unknown }).toMatchObject({
      exitCode: 0,
      proof: { removed: { events: 5 } },
    });
    expect(await stored(umid, 0)).toEqual([]);
  });

  test('what a mapping makes in a form that no caller may send is not taken, and the element is kept', async () => {
    const umid = await tell(createVisitor(standalone.url), 'unfit', { hello: 'page' });
    expect(toldBy(await stored(umid, 1))).toEqual([{ dataLayer: { hello: 'page' } }]);
    expect(await metric('kith_own_mappings_total', { pipeline: 'unfit', outcome: 'unfit' })).toBe(1);
  });

  test('an expression that is no JSONata refuses the configuration with its place, and the old one stays', async () => {
    await configuration.write(
      configurationWith({ ...pipelines, broken: { cookie: false, mapping: { own: '{ "page": ' } } }),
    );
    await reloadInVain({ pid: standalone.pid, managementUrl: standalone.managementUrl });
    await untilLogged(
      standalone,
      /kith\.yaml:\d+:\d+: accounts\.demo\.pipelines\.broken\.mapping\.own: is not JSONata: .+ \(character 10 of the expression\)/,
    );
    const visitor = createVisitor(standalone.url);
    const umid = await tell(visitor, 'web', { event: 'login' });
    expect(partsOf(visitor.cookie('umdid')).umid).toBe(umid);
    expect(await stored(umid, 1)).toMatchObject([{ type: 'action' }]);
  });
});
