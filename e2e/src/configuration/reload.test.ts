import { rm, writeFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { eventually, untilLogged } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { reload, reloadInVain } from '../kit/reload.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { configurationOf } from './account.ts';
import { beginRequest } from './begun-request.ts';
import { newConfiguration, type RewritableConfiguration } from './rewritable-configuration.ts';

const identifiers = { customerId: { kind: 'login' } };
const before = configurationOf({ identifiers, permissions: ['OLD'] });
const after = configurationOf({
  identifiers: { email: { kind: 'login' } },
  permissions: ['NEW'],
  pipelines: { shop: { cookie: { domain: 'example.com' } } },
});

const last = configurationOf({ identifiers, permissions: ['LAST'] });

const path = '/op/web/info?out=json';
const decide = (permission: string) => ({ permission: { [permission]: true } });

describe('a configuration that is read again at SIGHUP', () => {
  let file: RewritableConfiguration;
  let kith: Standalone;

  const statusOf = async (permission: string): Promise<number> =>
    (await createVisitor(kith.url).post(path, decide(permission))).status;

  const bring = async (configuration: string | object): Promise<void> => {
    await file.write(configuration);
    await reload([kith]);
  };

  /** What was logged after `length` characters of the log, each line that has come as a whole. */
  const loggedAfter = (length: number): readonly Readonly<Record<string, unknown>>[] =>
    kith
      .logged()
      .slice(length)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  const untilLoggedAfter = (length: number, text: string): Promise<string> =>
    untilLogged({ logged: () => kith.logged().slice(length) }, text);

  const endings = useEndings();
  beforeAll(async () => {
    file = await newConfiguration(before);
    endings.push(() => file.remove());
    kith = await startStandalone({ env: { CONFIG_FILE: file.path } });
    endings.push(async () => {
      expect(await kith.stop()).toBe(0);
    });
  });

  beforeEach(() => bring(before));

  test('is in force from then on, pipelines, permissions and identifiers', async () => {
    expect([await statusOf('OLD'), await statusOf('NEW')]).toEqual([200, 400]);
    expect((await send(kith.url, '/op/shop/info')).status).toBe(404);
    await bring(after);
    expect([await statusOf('OLD'), await statusOf('NEW')]).toEqual([400, 200]);
    expect((await send(kith.url, '/op/shop/info')).status).toBe(200);
    expect((await send(kith.url, `${path}&email=ann`)).json()).toMatchObject({ state: 1 });
    expect((await send(kith.url, `${path}&customerId=ann`)).json()).toMatchObject({ state: 0 });
  });

  test('lets a request end under the configuration that it began under', async () => {
    const begun = await beginRequest(kith.url, path, decide('OLD'));
    await bring(after);
    expect(await statusOf('OLD')).toBe(400);
    expect((await begun.finish()).status).toBe(200);
    const next = await beginRequest(kith.url, path, decide('OLD'));
    expect((await next.finish()).status).toBe(400);
  });

  test('drops no request, however often it is read', async () => {
    let isOver = false;
    const statuses: number[] = [];
    const visit = async (): Promise<void> => {
      const visitor = createVisitor(kith.url);
      while (!isOver) statuses.push((await visitor.get(`${path}&permissions`)).status);
    };
    const visits = Promise.all([visit(), visit(), visit(), visit()]);
    for (let turn = 0; turn < 20; turn += 1) await bring(turn % 2 === 0 ? after : before);
    isOver = true;
    await visits;
    expect(statuses.length).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('changes nothing where it is at fault, and the log says where and why', async () => {
    const start = kith.logged().length;
    await file.write('accounts:\n  demo:\n    owner: demo\n    colour: blue\n');
    await reloadInVain(kith);
    expect([await statusOf('OLD'), await statusOf('NEW')]).toEqual([200, 400]);
    const sentence = `${file.path}:4:5: accounts.demo.colour: unknown member`;
    await untilLoggedAfter(start, `stays in force: ${sentence}`);
    expect(loggedAfter(start)).toContainEqual(
      expect.objectContaining({
        level: 'error',
        file: file.path,
        faults: [sentence],
        message: `the configuration was not changed, the old one stays in force: ${sentence}`,
      }),
    );
    const metrics = async (): Promise<string> => (await send(kith.managementUrl, '/metrics')).text;
    expect(await metrics()).toMatch(/^kith_configuration_last_reload_failed\{.*\} 1$/m);
    await bring(after);
    expect(await metrics()).toMatch(/^kith_configuration_last_reload_failed\{.*\} 0$/m);
    expect(await metrics()).toMatch(/^kith_configuration_loaded_timestamp_seconds\{.*\} \d+/m);
  });

  test('says what was read, what an operator should know, and what must wait for the next start', async () => {
    const start = kith.logged().length;
    await bring(configurationOf({ identifiers }, {}, { limits: { headerBytes: 8_192, bodyBytes: 2_048 } }));
    await untilLoggedAfter(start, 'limits.headerBytes takes effect at the next start');
    const lines = loggedAfter(start);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'info',
        file: file.path,
        message: 'the configuration was read again and is in force',
      }),
    );
    expect(lines.map(({ level, message }) => `${String(level)}: ${String(message)}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^warn: accounts\.demo\.pipelines\.web: .*customerId can read that profile/),
        'warn: limits.headerBytes takes effect at the next start',
      ]),
    );
    const answer = await createVisitor(kith.url).post(path, { data: [{ text: 'x'.repeat(3_000) }] });
    expect(answer.status).toBe(413);
  });

  test('brings the files that it names along, which no line of the log shows', async () => {
    const keys = `${file.path}.keys`;
    const key = (name: string): string => `${name}-key-of-32-characters-or-more`;
    await writeFile(keys, `${key('first')}\n`);
    const keyed = configurationOf({ identifiers }, { access: { keyFile: keys } });
    const statusWith = async (name: string): Promise<number> =>
      (await send(kith.url, path, { headers: { authorization: `Bearer ${key(name)}` } })).status;
    await bring(keyed);
    expect([await statusWith('first'), await statusWith('second')]).toEqual([200, 401]);
    await writeFile(keys, `${key('second')}\n`);
    await reload([kith]);
    expect([await statusWith('first'), await statusWith('second')]).toEqual([401, 200]);
    await writeFile(keys, '');
    await reloadInVain(kith);
    expect([await statusWith('first'), await statusWith('second')]).toEqual([401, 200]);
    await untilLogged(kith, `access.keyFile: ${keys}: is empty`);
    expect(kith.logged()).not.toContain('-key-of-32');
  });

  test('stays where the file has gone', async () => {
    await file.write(Buffer.alloc(0));
    await reloadInVain(kith);
    await rm(file.path);
    await reloadInVain(kith);
    expect(await statusOf('OLD')).toBe(200);
  });

  // The last of all: how many of its signals are still to be heeded when it ends, nobody can know.
  test('is the last file after any number of signals', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await file.write(turn % 2 === 0 ? after : before);
      process.kill(kith.pid, 'SIGHUP');
    }
    await file.write(last);
    for (let turn = 0; turn < 5; turn += 1) process.kill(kith.pid, 'SIGHUP');
    await eventually(
      () => statusOf('LAST'),
      (status) => status === 200,
    );
    await reload([kith]);
    expect([await statusOf('OLD'), await statusOf('NEW'), await statusOf('LAST')]).toEqual([400, 400, 200]);
  });
});
