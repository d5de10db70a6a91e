import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeMmdb, temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { newConfiguration, type RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { eventually } from '../kit/eventually.ts';
import type { Received } from '../kit/conforming.ts';
import { send } from '../kit/http.ts';
import { reload } from '../kit/reload.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, type InfoAnswer } from '../kit/visitor.ts';
import { startProfileService, type ProfileService } from './start-profile-service.ts';

const SECRETS = ['Bearer first-secret-of-the-crm', 'Bearer second-secret-of-the-crm'] as const;
const MUNICH = '81.2.69.142';
const MARKED = 'never-in-a-log-4711';

/** What comes of a service that is not well; each is asked by a pipeline of its own. */
const failing = [
  ...['dies', 'diesInTheMiddle', 'fails', 'garbage', 'html', 'shape', 'deep', 'huge', 'bomb', 'redirects'],
  'nobody',
] as const;

describe('external systems', () => {
  let service: ProfileService;
  let folder: TemporaryDirectory;
  let file: RewritableConfiguration;
  let standalone: Standalone;
  let dataDir: string;

  const stepOf = (behaviour: string, more: object = {}) => ({
    type: 'http',
    url: `${behaviour === 'nobody' ? 'http://127.0.0.1:1' : service.url}/${behaviour}/{customerId}`,
    allowPrivate: true,
    headers: { authorization: { secretFile: join(folder.path, 'crm') } },
    map: { tier: 'customer.tier', score: 'customer.score', vip: 'customer.vip' },
    fallback: { tier: 'none' },
    // Only what must be in time waits for long, so that no busy machine is taken for a slow service.
    budgetMs: ['hangs', 'drips'].includes(behaviour) ? 20 : 10_000,
    ...more,
  });

  const pipelineOf = (...enrich: readonly object[]) => ({
    cookie: { domain: 'example.com' },
    identifiers: ['customerId'],
    sections: ['attributes'],
    enrich,
  });

  const configuration = () => ({
    limits: { deadlineMs: 20_000 },
    accounts: {
      demo: {
        owner: 'demo',
        identifiers: { customerId: { kind: 'login' } },
        attributes: { pageViews: { count: 'page' } },
        pipelines: {
          ...Object.fromEntries(
            ['good', 'unknown', 'hangs', 'drips', ...failing].map((name) => [name, pipelineOf(stepOf(name))]),
          ),
          guarded: pipelineOf(
            stepOf('good', {
              url: `${service.url.replace('http:', 'https:')}/good/{customerId}`,
              allowPrivate: false,
            }),
          ),
          files: pipelineOf(
            { type: 'geo', files: [join(folder.path, 'city.mmdb')] },
            {
              type: 'table',
              file: join(folder.path, 'tiers.csv'),
              identifier: 'customerId',
              values: ['label'],
            },
          ),
        },
      },
    },
  });

  const endings = useEndings();
  beforeAll(async () => {
    service = await startProfileService();
    endings.push(() => service.kill9());
    folder = await temporaryDirectory();
    endings.push(() => folder.remove());
    dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
    await write('crm', SECRETS[0]);
    await write('tiers.csv', 'customerId,label\n4711,gold\n');
    await write(
      'city.mmdb',
      makeMmdb({ '81.2.69.0/24': { country: { iso_code: 'DE' }, city: { names: { en: 'Munich' } } } }),
    );
    file = await newConfiguration(configuration());
    endings.push(() => file.remove());
    standalone = await startStandalone({
      dataDir,
      env: { CONFIG_FILE: file.path, TRUSTED_PROXIES: '127.0.0.1' },
    });
    endings.push(() => standalone.stop());
    // The processes that evaluate expressions start beside the app.
    await eventually(
      async () => (await ask('good', `warm-${Math.random()}`)).attributes?.['tier'],
      (tier) => tier === 'gold',
    );
  }, 120_000);

  /** As an operator's job does: never half a file. */
  const write = async (name: string, content: string | Buffer): Promise<void> => {
    await writeFile(join(folder.path, `${name}.new`), content);
    await rename(join(folder.path, `${name}.new`), join(folder.path, name));
  };

  const visit = (
    pipeline: string,
    customerId: string,
    headers: Record<string, string> = {},
  ): Promise<Received> =>
    createVisitor(standalone.url).get(
      `/op/${pipeline}/info?out=json&attributes&customerId=${encodeURIComponent(customerId)}`,
      headers,
    );

  const ask = async (...asked: Parameters<typeof visit>): Promise<InfoAnswer> => {
    const received = await visit(...asked);
    expect(received.status).toBe(200);
    return received.json() as InfoAnswer;
  };

  const outcomes = async (pipeline: string): Promise<Readonly<Record<string, number>>> => {
    const { text } = await send(standalone.managementUrl, '/metrics');
    const lines = text.matchAll(
      new RegExp(
        `^kith_enrichment_steps_total\\{pipeline="${pipeline}",.*outcome="(\\w+)".*\\} ([1-9]\\d*)$`,
        'gm',
      ),
    );
    return Object.fromEntries(Array.from(lines, ([, outcome = '', count]) => [outcome, Number(count)]));
  };

  const asked = async (): Promise<readonly string[]> => (await service.seen()).seen.map(({ path }) => path);
  const untilAsked = (path: string): Promise<unknown> => eventually(asked, (paths) => paths.includes(path));

  test('that know somebody are shown, and asked with their secret and nothing else', async () => {
    const { attributes } = await ask('good', 'a/b?c=d');
    expect(attributes).toMatchObject({ tier: 'gold', score: '7', vip: 'true', pageViews: '' });
    const { seen } = await service.seen();
    expect(seen).toContainEqual({ path: '/good/a%2Fb%3Fc%3Dd', authorization: SECRETS[0] });
  });

  test('that know nobody have nothing to say', async () => {
    expect((await ask('unknown', '1')).attributes).toMatchObject({ tier: 'none', score: '' });
    expect(await outcomes('unknown')).toEqual({ nothing: 1 });
  });

  test.each(['hangs', 'drips'])('one of which %s is not waited for', async (behaviour) => {
    const { attributes } = await ask(behaviour, '1');
    // The answer is here, and the service, which has been asked, never gives one.
    await untilAsked(`/${behaviour}/1`);
    expect(attributes).toMatchObject({ tier: 'none', score: '', pageViews: '' });
    expect(await outcomes(behaviour)).toEqual({ late: 1 });
  });

  test('that hang rest after a while, however many ask', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask('hangs', `many-${n}`)));
    expect(answers.every(({ attributes }) => attributes?.['tier'] === 'none')).toBe(true);
    await ask('hangs', 'one-more');
    // Who is not at rest is asked on the way to the answer, and sees that before what it is asked here.
    expect(await asked()).not.toContain('/hangs/one-more');
    expect(await outcomes('hangs')).toMatchObject({ resting: expect.any(Number) });
  });

  test.each(failing)('one of which %s spoils no answer', async (behaviour) => {
    const { attributes } = await ask(behaviour, '1');
    expect(attributes).toMatchObject({ tier: 'none', score: '', vip: '', pageViews: '' });
    expect(await outcomes(behaviour)).toEqual({ failed: 1 });
  });

  test('are not followed elsewhere', async () => {
    await ask('redirects', '2');
    expect(await asked()).not.toContain('/good/elsewhere');
  });

  test('at a private address are not called unless that is allowed', async () => {
    expect((await ask('guarded', 'private')).attributes).toMatchObject({ tier: 'none' });
    expect(await outcomes('guarded')).toEqual({ failed: 1 });
    expect(await asked()).not.toContain('/good/private');
  });

  test('get the new secret after a hang-up', async () => {
    await write('crm', SECRETS[1]);
    await reload([standalone]);
    await ask('good', 'after the hang-up');
    const { seen } = await service.seen();
    expect(seen.filter(({ path }) => path === '/good/after%20the%20hang-up')).toMatchObject([
      { authorization: SECRETS[1] },
    ]);
  });

  test('that are files say what they know, and what they know after they changed', async () => {
    const headers = { 'x-forwarded-for': MUNICH };
    const known = { cc: 'DE', city: 'Munich', label: 'gold' };
    expect((await ask('files', '4711', headers)).attributes).toMatchObject(known);
    await write('tiers.csv', 'customerId,label\n4711,platinum\n');
    await eventually(
      async () => (await ask('files', '4711', headers)).attributes?.['label'],
      (label) => label === 'platinum',
    );
    await write('tiers.csv', 'customerId,label\n4711\n');
    await eventually(
      async () => standalone.logged(),
      (logged) => logged.includes('tiers.csv: line 2: is no row'),
    );
    expect((await ask('files', '4711', headers)).attributes).toMatchObject({ label: 'platinum' });
  });

  test('that are gone take nothing else with them', async () => {
    await service.kill9();
    expect((await ask('good', MARKED)).attributes).toMatchObject({ tier: 'none', pageViews: '' });
    expect(await outcomes('good')).toMatchObject({ failed: 1 });
  });

  test('leave no secret, identifier or address in the log, and no address in the data', async () => {
    for (const secret of [...SECRETS, MARKED, MUNICH]) expect(standalone.logged()).not.toContain(secret);
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const contents = await Promise.all(
      files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'latin1')),
    );
    expect(contents.some((content) => content.includes(MARKED))).toBe(true);
    expect(contents.some((content) => content.includes(MUNICH))).toBe(false);
  });
});
