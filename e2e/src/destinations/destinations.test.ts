import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { Webhook } from 'standardwebhooks';
import { runKith } from '../cli/run-kith.ts';
import { PATIENCE } from '../configuration/account.ts';
import { newConfiguration, type RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { eventually, untilLogged } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { reload, reloadInVain } from '../kit/reload.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import type { Ran } from '../kit/run.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

let folder: string;
let dataDir: string;
let receiver: Receiver;
let configuration: RewritableConfiguration;
let standalone: Standalone;

const inFolder = (name: string): string => join(folder, name);

/** The account with these destinations. */
const withDestinations = (...destinations: readonly object[]): object => ({
  accounts: {
    demo: {
      owner: 'demo',
      identifiers: { customerId: { kind: 'login' } },
      permissions: ['OPT'],
      pipelines: { web: { cookie: { domain: 'example.com' }, identifiers: ['customerId'] } },
      destinations,
    },
  },
  ...PATIENCE,
});

const hook = (members: object = {}) => ({
  name: 'hook',
  type: 'webhook',
  url: receiver.url,
  allowPrivate: true,
  secretFile: inFolder('secret'),
  events: ['tracking.page'],
  requires: ['OPT'],
  identifiers: ['customerId'],
  paused: true,
  ...members,
});
const files = (members: object = {}) => ({
  name: 'files',
  type: 'file',
  directory: inFolder('files'),
  events: ['tracking.*'],
  transform: { jsonata: '{ "what": type, "page": data.name, "odd": data.odd }' },
  ...members,
});

const start = (): Promise<Standalone> =>
  startStandalone({ dataDir, env: { CONFIG_FILE: configuration.path } });
const kith = (...args: readonly string[]): Promise<Ran> =>
  runKith(['destinations', ...args], { env: { DATA_DIR: dataDir, CONFIG_FILE: configuration.path } });

type Status = {
  readonly destination: string;
  readonly isPaused: boolean;
  readonly failed: number;
  readonly waiting: number;
  readonly why: string | null;
  readonly failedParcels: readonly { readonly id: string; readonly why: string; readonly type: string }[];
};
const listed = async (): Promise<readonly Status[]> =>
  JSON.parse((await kith('list', '--account', 'demo', '--json')).stdout) as readonly Status[];
const statusOf = async (name: string): Promise<Status> =>
  JSON.parse((await kith('status', name, '--json')).stdout) as Status;

/** A customer who has granted the permission looks at a page. */
const visit = (page: string, granted = true): Promise<unknown> =>
  createVisitor(standalone.url).info(`&customerId=${page}`, {
    permission: { OPT: granted },
    data: [{ page: { name: page } }],
  });

const written = async (): Promise<readonly unknown[]> => {
  const text = await readFile(inFolder('files/.demo+files.open'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
};

const endings = useEndings();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-destinations-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  dataDir = await newDataDir();
  endings.push(() => removeDataDir(dataDir));
  receiver = await startReceiver();
  endings.push(() => receiver.close());
  await writeFile(inFolder('secret'), `${SECRET}\n`);
  configuration = await newConfiguration(withDestinations(hook(), files()));
  endings.push(() => configuration.remove());
  standalone = await start();
  endings.push(() => standalone.stop());
});

describe('destinations, of standalone', () => {
  test('are listed; one that begins paused is', async () => {
    expect(await listed()).toMatchObject([
      { account: 'demo', destination: 'files', type: 'file', isPaused: false, failed: 0 },
      { account: 'demo', destination: 'hook', type: 'webhook', isPaused: true, waiting: 0 },
    ]);
    const { stdout } = await kith('list');
    expect(stdout).toMatch(/^demo +files +file +active .*\ndemo +hook +webhook +paused /);
  });

  test('get what was transformed, while a paused one gets nothing until it goes on', async () => {
    await eventually(
      () => statusOf('hook'),
      ({ since }: Status & { since?: unknown }) => since !== null,
    );
    await visit('first');
    await visit('second', false);
    await eventually(written, (lines) => lines.length === 2);
    expect(await written()).toEqual([
      { what: 'kith.tracking.page', page: 'first' },
      { what: 'kith.tracking.page', page: 'second' },
    ]);
    expect(receiver.calls()).toEqual([]);
    expect(await kith('resume', 'hook')).toMatchObject({ exitCode: 0, stdout: '' });
    const [call] = await eventually(
      async () => receiver.calls(),
      (calls) => calls.length > 0,
    );
    expect(new Webhook(SECRET).verify(call!.body, call!.headers as Record<string, string>)).toMatchObject({
      type: 'kith.tracking.page',
      identifiers: [{ name: 'customerId', value: 'first' }],
      permissions: { OPT: true },
      data: { name: 'first' },
    });
  });

  test('lay aside what is refused, show why, and deliver it once more under the same id', async () => {
    receiver.answerWith(410);
    await visit('third');
    await eventually(
      async () => (await send(standalone.managementUrl, '/metrics')).text,
      (metrics) => /^kith_activation_laid_aside_total\{[^}]*"hook"[^}]*\} 1$/m.test(metrics),
    );
    const [delivery] = (await statusOf('hook')).failedParcels;
    expect(delivery).toMatchObject({ type: 'kith.tracking.page', why: 'answered with status 410' });
    receiver.answerWith(204);
    const before = receiver.calls().length;
    expect(await kith('replay', 'hook', '--failed')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('1 of the deliveries that were laid aside are tried again'),
    });
    const calls = await eventually(
      async () => receiver.calls().slice(before),
      (some) => some.length > 0,
    );
    expect(calls[0]?.delivery['id']).toBe(delivery?.id);
    expect(await kith('replay', 'hook', 'nobody')).toMatchObject({ exitCode: 1 });
  });

  const hooked = async (from: number, count: number): Promise<readonly unknown[]> => {
    const calls = await eventually(
      async () => receiver.calls().slice(from),
      ({ length }) => length >= count,
    );
    return calls.map(({ delivery }) => (delivery['data'] as { readonly name: unknown }).name).toSorted();
  };

  test('get members named like those of every object as they came, and an export has them', async () => {
    const odd =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}},"prototype":[{"__proto__":2}]}';
    const before = receiver.calls().length;
    const { umid } = await createVisitor(standalone.url).info('&customerId=odd', {
      permission: { OPT: true },
      data: [{ page: JSON.parse(`{"name":"odd","odd":${odd},"__proto__":{"polluted":1}}`) as object }],
    });
    const [call] = await eventually(
      async () => receiver.calls().slice(before),
      ({ length }) => length > 0,
    );
    expect(call?.body).toContain(`{"name":"odd","odd":${odd},"__proto__":{"polluted":1}}`);
    const lines = await eventually(
      () => readFile(inFolder('files/.demo+files.open'), 'utf8'),
      (text) => text.includes('odd'),
    );
    expect(lines).toContain(odd);
    const { stdout } = await runKith(['export', 'umid', umid, '--account', 'demo', '--reason', 'ticket 1'], {
      env: { DATA_DIR: dataDir, CONFIG_FILE: configuration.path },
    });
    expect(JSON.stringify(JSON.parse(stdout))).toContain(odd);
  });

  test('begin again at a time with all that the log still has, though nothing comes', async () => {
    const before = receiver.calls().length;
    expect(await kith('replay', 'hook', '--since', '2020-01-01T00:00Z', '--yes')).toMatchObject({
      exitCode: 0,
    });
    expect(await hooked(before, 3)).toEqual(['first', 'odd', 'third']);
    expect(standalone.logged()).not.toContain('the store may not be answering');
  });

  test('lose nothing that was not taken yet where they begin again at a later time', async () => {
    const before = receiver.calls().length;
    await kith('pause', 'hook');
    await visit('while-paused');
    const since = new Date().toISOString();
    expect(await kith('replay', 'hook', '--since', since, '--yes')).toMatchObject({ exitCode: 0 });
    await kith('resume', 'hook');
    await visit('later');
    expect(await hooked(before, 2)).toEqual(['later', 'while-paused']);
  });

  test('stay as they were where a secret has another form than it must have', async () => {
    await writeFile(inFolder('bad'), 'no secret of Standard Webhooks');
    await configuration.write(withDestinations(hook({ secretFile: inFolder('bad') })));
    await reloadInVain(standalone);
    const member = 'accounts.demo.destinations.hook.secretFile';
    await untilLogged(standalone, `${member}: ${inFolder('bad')}: a secret must be whsec_`);
    expect(standalone.logged()).not.toContain('signing-keys');
    expect(standalone.logged()).not.toContain('no secret of Standard Webhooks');
  });

  test('are added, changed and removed by a configuration that is read again', async () => {
    await configuration.write(
      withDestinations(hook({ transform: { jsonata: '{ "now": data.name, "n": $number(data.price) }' } }), {
        ...files({ name: 'more', directory: inFolder('more') }),
      }),
    );
    await reload([standalone]);
    expect((await listed()).map(({ destination }) => destination)).toEqual(['hook', 'more']);
    await visit('fourth');
    await eventually(
      async () => receiver.calls().at(-1)?.delivery['now'],
      (now) => now === 'fourth',
    );
    expect(await written()).not.toContainEqual(expect.objectContaining({ page: 'fourth' }));
    const added = () => readFile(inFolder('more/.demo+more.open'), 'utf8').catch(() => '');
    await eventually(added, (text) => text.includes('fourth'));
  });

  test('lay aside what their expression fails on, and go on with what follows of that person', async () => {
    const visitor = createVisitor(standalone.url);
    const look = (page: object) => visitor.info('', { permission: { OPT: true }, data: [{ page }] });
    await look({ name: 'bad', price: 'abc' });
    await look({ name: 'good', price: '7' });
    await eventually(
      async () => receiver.calls().at(-1)?.delivery,
      (delivery) => delivery?.['now'] === 'good' && delivery['n'] === 7,
    );
    expect(await statusOf('hook')).toMatchObject({
      waiting: 0,
      failedParcels: [{ why: 'the transformation made nothing (error)' }],
    });
  });

  test('are answered for by the data itself where nobody runs, and a pause outlives the process', async () => {
    await standalone.stop();
    expect(await kith('pause', 'hook')).toMatchObject({ exitCode: 0 });
    expect(await listed()).toMatchObject([{ isPaused: true }, { isPaused: false }]);
    standalone = await start();
    expect((await statusOf('hook')).isPaused).toBe(true);
  });

  test.each([
    ['a destination that is not configured', ['status', 'nobody']],
    ['an account that has none of this name', ['pause', 'hook', '--account', 'other']],
  ])('%s is a failure', async (_what, args) => {
    const { exitCode, stdout, stderr } = await kith(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('the configuration has no destination');
  });

  test('never show their secrets in the log', () => {
    expect(standalone.output()).not.toContain(SECRET);
  });
});
