import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { PATIENCE } from '../configuration/account.ts';
import { newConfiguration, type RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { fetchAccessToken, postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { reload } from '../kit/reload.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, type Visitor } from '../kit/visitor.ts';

const DAY = 24 * 3_600_000;

const configurationWith = (attributes: object): object => ({
  accounts: {
    demo: {
      owner: 'demo',
      identifiers: { customerId: { kind: 'login' } },
      attributes,
      pipelines: {
        web: { cookie: { domain: 'example.com' }, identifiers: ['customerId'], sections: ['attributes'] },
      },
    },
  },
  ...PATIENCE,
});

const purchase = { where: { action: 'purchase' } };
const before = {
  orders: { count: 'action', ...purchase },
  spent: { sum: 'action.value', ...purchase, window: '30d' },
  firstPage: { first: 'page.name' },
  bought: { distinct: 'action.item', ...purchase },
};
/** `orders` means something else, `spent` looks further back, `best` is new. */
const after = {
  ...before,
  orders: { count: 'action', where: { action: 'purchase', item: 'tea' } },
  spent: { sum: 'action.value', ...purchase },
  best: { top: 'action.item', ...purchase, window: '12h' },
};

const bought = (item: string, value: number | string, daysAgo = 0) => ({
  action: [{ name: 'shop', action: 'purchase', item, value, timestamp: Date.now() - daysAgo * DAY }],
});

describe('computed attributes', () => {
  let configuration: RewritableConfiguration;
  let standalone: Standalone;
  let token: string;
  let env: { readonly DATA_DIR: string; readonly CONFIG_FILE: string };

  const endings = useEndings();
  beforeAll(async () => {
    configuration = await newConfiguration(configurationWith(before));
    endings.push(() => configuration.remove());
    env = { DATA_DIR: await newDataDir(), CONFIG_FILE: configuration.path };
    endings.push(() => removeDataDir(env.DATA_DIR));
    standalone = await startStandalone({ dataDir: env.DATA_DIR, env });
    endings.push(() => standalone.stop());
    token = await fetchAccessToken(standalone.url);
  });

  const recompute = (...args: readonly string[]) => runKith(['recompute', ...args], { env });

  const shown = (visitor: Visitor, expected: Readonly<Record<string, string>>) =>
    eventually(
      async () => (await visitor.info('&attributes')).attributes ?? {},
      (attributes) => Object.entries(expected).every(([name, value]) => attributes[name] === value),
    );

  const inGraphql = async (umid: string): Promise<Readonly<Record<string, string>>> => {
    const query = `query ($umid: String!) { person: personTargetDataByUmid(umid: $umid) { attributes { name value } } }`;
    const { data } = (await postGraphql(standalone.url, token, query, { umid })).json() as {
      readonly data: {
        readonly person: {
          readonly attributes: readonly { readonly name: string; readonly value: string }[];
        };
      };
    };
    return Object.fromEntries(data.person.attributes.map(({ name, value }) => [name, value]));
  };

  test('follow their rules, conditions and windows, and mean the new rules once they are recomputed under load', async () => {
    const shopper = createVisitor(standalone.url);
    const { umid } = await shopper.info('', {
      data: [
        { page: { name: 'home', timestamp: Date.now() - 2 * DAY } },
        { page: { name: 'ad', timestamp: Date.now() - 90 * DAY } },
        bought('tea', 10.1),
        bought('tea', '0.2', 3),
        bought('pot', 100, 60),
        bought('cup', 'as a gift', 1),
        { action: [{ name: 'shop', action: 'view', item: 'spoon', value: 7 }] },
      ],
    });
    await shown(shopper, { orders: '4', spent: '10.3', firstPage: 'ad', bought: '3' });
    expect(await inGraphql(umid)).toEqual({ orders: '4', spent: '10.3', firstPage: 'ad', bought: '3' });

    await configuration.write(configurationWith(after));
    await reload([standalone]);
    const unknown = { orders: '', spent: '', firstPage: 'ad', bought: '3', best: '' };
    expect(await inGraphql(umid)).toEqual(unknown);

    const loaders = Array.from({ length: 4 }, () => createVisitor(standalone.url));
    await Promise.all(loaders.map((loader) => loader.info('', { data: [bought('tea', 1)] })));
    let isOver = false;
    const sent = Promise.all(
      loaders.map(async (loader) => {
        let count = 1;
        for (; !isOver || count < 20; count += 1) await loader.info('', { data: [bought('tea', 1)] });
        return count;
      }),
    );
    const { exitCode, stdout, stderr } = await recompute('--account', 'demo', '--json');
    isOver = true;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringMatching(/ umids recomputed from /),
    });
    expect(JSON.parse(stdout)).toMatchObject({ umids: 5, changed: expect.any(Number) });
    for (const [index, count] of (await sent).entries()) {
      await shown(loaders[index]!, { orders: String(count), spent: String(count), best: 'tea' });
    }
    const expected = { orders: '2', spent: '110.3', firstPage: 'ad', bought: '3', best: 'tea' };
    expect(await inGraphql(umid)).toEqual(expected);
    expect((await shopper.info('&attributes')).attributes).toEqual(expected);

    const again = await recompute('--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ umids: 5, changed: 0 });
  });

  test('are recomputed for a person, with what merges brought, and for nobody who is not there', async () => {
    const [home, work] = [createVisitor(standalone.url), createVisitor(standalone.url)];
    await home.info('&customerId=ada', { data: [bought('tea', 1)] });
    const { umid: own } = await work.info('', { data: [bought('pot', 2)] });
    const { umid } = await work.info('&customerId=ada');
    await shown(home, { bought: '2' });
    expect(own).not.toBe(umid);
    const { exitCode, stdout } = await recompute('--account', 'demo', '--umid', own, umid, '--json');
    expect({ exitCode, told: JSON.parse(stdout) as unknown }).toEqual({
      exitCode: 0,
      told: { umids: 2, changed: 0, events: 2 },
    });
    const nobody = '00000000-0000-4000-8000-000000000000';
    const failed = await recompute('--account', 'demo', '--umid', nobody);
    expect(failed).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`Nobody lives under ${nobody}.`),
    });
    expect(await recompute('--account', 'nobody')).toMatchObject({ exitCode: 1 });
    expect(await recompute('--umid', nobody)).toMatchObject({ exitCode: 2 });
    expect(await recompute('--account', 'demo', '--umid', 'x')).toMatchObject({ exitCode: 2 });
  });
});
