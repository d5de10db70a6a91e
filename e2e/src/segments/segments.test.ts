import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { newConfiguration, type RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { fetchAccessToken, postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, type Visitor } from '../kit/visitor.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

const EVIL = `${'a'.repeat(64)}!`;

const ACCOUNT = `accounts:
  demo:
    owner: demo
    identifiers: { customerId: { kind: login }, deviceId: { kind: device, many: true } }
    permissions: [CS-OPT]
    pipelines:
      web: { cookie: { domain: example.com }, identifiers: [customerId, deviceId], sections: [attributes] }
`;

/** Segments beside those of the page: one that never ends for a certain person, and one that fails for everybody. */
const MORE = `      hangs: $match(identifiers.customerId[0], /^(a+)+$/)
      odd: source > 1
`;

/** The one block of YAML of docs/segments.md. */
const printedRules = async (): Promise<string> => {
  const page = await readFile(join(workspaceRoot, 'docs/segments.md'), 'utf8');
  return /```yaml\n([\s\S]*?)```/.exec(page)?.[1]?.replaceAll(/^(?=.)/gm, '    ') ?? '';
};

const MAY_BE_EMPTY = ['hangs', 'odd'];

const ALL_FALSE = {
  newcomer: 'false',
  frequent: 'false',
  spender: 'false',
  windowShopper: 'false',
  away: 'false',
  reachable: 'false',
  onCheckout: 'false',
  household: 'false',
  hangs: 'false',
  odd: '',
};

describe('segments', () => {
  let configuration: RewritableConfiguration;
  let standalone: Standalone;
  let env: { readonly DATA_DIR: string; readonly CONFIG_FILE: string };

  const endings = useEndings();
  beforeAll(async () => {
    configuration = await newConfiguration(`${ACCOUNT}${await printedRules()}${MORE}`);
    endings.push(() => configuration.remove());
    env = { DATA_DIR: await newDataDir(), CONFIG_FILE: configuration.path };
    endings.push(() => removeDataDir(env.DATA_DIR));
    standalone = await startStandalone({ dataDir: env.DATA_DIR, env });
    endings.push(() => standalone.stop());
    // The processes that evaluate start beside the app.
    await eventually(
      () => attributesOf(createVisitor(standalone.url)),
      ({ newcomer }) => newcomer === 'true',
    );
  }, 120_000);

  const attributesOf = async (visitor: Visitor): Promise<Readonly<Record<string, string>>> =>
    ((await visitor.info('&attributes')).attributes ?? {}) as Readonly<Record<string, string>>;

  /** Page views of these names, with the login and the permission of a customer. */
  const view = async (customerId: string, pages: readonly string[]): Promise<Visitor> => {
    const visitor = createVisitor(standalone.url);
    // Without times of their own, all events of a request have one time, and none is the last.
    const data = pages.map((name, index) => ({ page: { name, timestamp: Date.now() - 1_000 + index } }));
    await visitor.info(`&customerId=${encodeURIComponent(customerId)}`, {
      data,
      permission: { 'CS-OPT': true },
    });
    return visitor;
  };

  /** On a busy machine a segment may be evaluated too late for an answer. */
  const isWhole = (attributes: Readonly<Record<string, string>>): boolean =>
    Object.keys(ALL_FALSE).every((name) => attributes[name] !== '' || MAY_BE_EMPTY.includes(name));

  /** The attributes once so many page views have been counted. */
  const afterViews = (visitor: Visitor, count: number) =>
    eventually(
      () => attributesOf(visitor),
      (attributes) => attributes['pageViews'] === String(count) && isWhole(attributes),
    );

  test('of the page hold for a first visit, which nobody has stored yet', async () => {
    const attributes = await eventually(() => attributesOf(createVisitor(standalone.url)), isWhole);
    expect(attributes).toMatchObject({
      ...ALL_FALSE,
      newcomer: 'true',
    });
  });

  test('of the page hold for whom they say, in the answer and in GraphQL', async () => {
    const visitor = await view('window-shopper', ['a', 'b', 'c', 'd', 'basket']);
    expect(await afterViews(visitor, 5)).toMatchObject({
      ...ALL_FALSE,
      frequent: 'true',
      windowShopper: 'true',
      reachable: 'true',
      onCheckout: 'true',
    });
    const query =
      'query ($id: String!) { personTargetDataByAnyId(idName: "customerId", idValue: $id) ' +
      '{ segments attributes { name value } attributesByNames(names: ["frequent", "odd"]) { name value } } }';
    const token = await fetchAccessToken(standalone.url);
    const asked = async () => {
      const answer = await postGraphql(standalone.url, token, query, { id: 'window-shopper' });
      return answer.json() as { data: { personTargetDataByAnyId: { readonly segments: readonly string[] } } };
    };
    const { data } = await eventually(
      asked,
      (answer) => answer.data.personTargetDataByAnyId.segments.length >= 4,
    );
    expect(data.personTargetDataByAnyId).toMatchObject({
      segments: ['frequent', 'windowShopper', 'reachable', 'onCheckout'],
      attributes: expect.arrayContaining([{ name: 'household', value: 'false' }]),
      attributesByNames: [
        { name: 'frequent', value: 'true' },
        { name: 'odd', value: '' },
      ],
    });
  });

  test('count what was bought, and what belongs together', async () => {
    const visitor = createVisitor(standalone.url);
    const buy = (value: number) => ({ data: [{ action: [{ name: 'order', action: 'purchase', value }] }] });
    await visitor.info('&deviceId=phone', buy(60));
    await visitor.info('&deviceId=tablet', buy(50));
    const attributes = await eventually(
      () => attributesOf(visitor),
      (attributes) => attributes['orders'] === '2' && isWhole(attributes),
    );
    expect(attributes).toMatchObject({
      ...ALL_FALSE,
      newcomer: 'true',
      spender: 'true',
      household: 'true',
      revenue: '110',
    });
  });

  test('whose condition never ends cost that answer nothing but themselves', async () => {
    const visitor = await view(EVIL, ['a']);
    expect(await afterViews(visitor, 1)).toMatchObject({ ...ALL_FALSE, hangs: '', reachable: 'true' });
  });

  test('are exported with everybody who is in them, as NDJSON and as CSV', async () => {
    const kith = (...words: readonly string[]) =>
      runKith(['export', 'audience', ...words, '--account', 'demo'], { env });
    await afterViews(await view('b "2"', ['1', '2', '3', '4', 'checkout']), 5);
    const { exitCode, stdout, stderr } = await kith('frequent', '--requires', 'CS-OPT');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^2 of \d+ /) });
    const lines = stdout.trim().split('\n');
    const names = lines.map((line) => (JSON.parse(line) as { identifiers: unknown }).identifiers);
    expect(names).toEqual([
      [{ name: 'customerId', value: 'window-shopper' }],
      [{ name: 'customerId', value: 'b "2"' }],
    ]);
    const csv = await kith('onCheckout', '--format', 'csv', '--identifiers', 'customerId');
    expect(csv.stdout.replaceAll(/^[^,]{20,},[^,]{36},/gm, '')).toBe(
      'profileId,umid,customerId\nwindow-shopper\n"b ""2"""\n',
    );
    expect(await kith('odd')).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await kith('unknown')).toMatchObject({ exitCode: 1, stdout: '' });
  });
});
