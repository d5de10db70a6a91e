import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { newConfiguration, type RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { eventually } from '../kit/eventually.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, type Visitor } from '../kit/visitor.ts';
import { campaignConfiguration } from './campaign-configuration.ts';
import { startCampaignServer, type CampaignServer, type Told } from './campaign-server.ts';

const REMOVED = 'kith.profile.removed';
/** So many calls are under way at most. */
const AT_ONCE = 16;
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const hash = (): string => randomBytes(32).toString('hex');

/** All that a receiver is told under an id. */
const contentOf = ({ at: _at, ...told }: Told): string => JSON.stringify(told);

describe('campaign systems behind webhooks', () => {
  let dataDir: string;
  let configuration: RewritableConfiguration;
  let standalone: Standalone;
  let campaigns: CampaignServer;
  let other: CampaignServer;

  const openHook = async (name: string) => {
    const secret = newSecret();
    const secretFile = join(dataDir, `${name}.secret`);
    await writeFile(secretFile, `${secret}\n`, { mode: 0o600 });
    const server = await startCampaignServer(secret);
    return { server, hook: { url: server.url, secretFile } };
  };
  const start = () => startStandalone({ dataDir, env: { CONFIG_FILE: configuration.path } });

  const endings = useEndings();
  beforeAll(async () => {
    dataDir = await newDataDir();
    const [one, another] = [await openHook('campaigns'), await openHook('other')];
    [campaigns, other] = [one.server, another.server];
    configuration = await newConfiguration(campaignConfiguration(one.hook, another.hook));
    endings.push(() =>
      Promise.all([campaigns.close(), other.close(), configuration.remove(), removeDataDir(dataDir)]),
    );
    standalone = await start();
    endings.push(() => standalone.stop());
  }, 120_000);

  beforeEach(() => [campaigns, other].forEach((server) => server.forget()));

  const marks = (told: readonly Told[], umid: string): readonly unknown[] =>
    told
      .filter((one) => one.umid === umid && one.type === 'kith.tracking.page')
      .map(({ data }) => data['name']);
  const untilTaken = (umid: string, ...names: readonly string[]): Promise<unknown> =>
    eventually(
      async () => marks(campaigns.taken, umid),
      (seen) => names.every((name) => seen.includes(name)),
    );
  const view = (visitor: Visitor, name: string) => visitor.info('', { data: [{ page: { name } }] });
  /** A customer who has granted the permission, which both systems have been told of. */
  const newCustomer = async (permission: object = { MARKETING: true }) => {
    const visitor = createVisitor(standalone.url);
    const email = hash();
    const { umid } = await visitor.info(`&customerId=${hash()}&email_sha256=${email}`, { permission });
    return { visitor, umid, email };
  };
  const untilRemoved = (server: CampaignServer, umid: string): Promise<readonly Told[]> =>
    eventually(
      async () => server.taken.filter((one) => one.umid === umid && one.type === REMOVED),
      ({ length }) => length > 0,
    );

  test('are told, signed and in order per profile, of those who have granted the permission alone', async () => {
    const [granted, silent] = [await newCustomer(), await newCustomer({ OTHER: true })];
    for (const name of ['one', 'two', 'three']) {
      await view(silent.visitor, name);
      await view(granted.visitor, name);
    }
    await untilTaken(granted.umid, 'three');
    expect(marks(campaigns.calls, granted.umid)).toEqual(['one', 'two', 'three']);
    expect(campaigns.calls.filter(({ umid }) => umid === silent.umid)).toEqual([]);
    const [first] = campaigns.calls.filter(({ type }) => type === 'kith.tracking.page');
    expect(first).toMatchObject({
      umid: granted.umid,
      identifiers: [{ name: 'email_sha256', value: granted.email }],
      permissions: { MARKETING: true },
    });
    expect([...campaigns.forged, ...other.forged]).toEqual([]);
  });

  test('are called again after a 500, under the same id, and others do not wait for that', async () => {
    const [unlucky, lucky] = [await newCustomer(), await newCustomer()];
    let failures = 2;
    campaigns.answer(({ umid, type }) => {
      if (umid !== unlucky.umid || type !== 'kith.tracking.page') return { status: 200 };
      failures -= 1;
      return { status: failures >= 0 ? 500 : 200 };
    });
    for (const name of ['a', 'b']) await view(unlucky.visitor, name);
    await view(lucky.visitor, 'beside');
    await untilTaken(lucky.umid, 'beside');
    await untilTaken(unlucky.umid, 'a', 'b');
    expect(marks(campaigns.calls, unlucky.umid)).toEqual(['a', 'a', 'a', 'b']);
    const tries = campaigns.calls.filter(({ umid, data }) => umid === unlucky.umid && data['name'] === 'a');
    expect(new Set(tries.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test('are left alone for as long as a 429 asks, and called again after a time-out', async () => {
    const customer = await newCustomer();
    const answers: ('hang' | { status: number; headers?: Record<string, string> })[] = [
      { status: 429, headers: { 'retry-after': '2' } },
      'hang',
    ];
    campaigns.answer(({ type }) =>
      type === 'kith.tracking.page' ? (answers.shift() ?? { status: 200 }) : { status: 200 },
    );
    await view(customer.visitor, 'late');
    await untilTaken(customer.umid, 'late');
    const tries = campaigns.calls.filter(
      ({ umid, type }) => umid === customer.umid && type === 'kith.tracking.page',
    );
    expect(tries).toHaveLength(3);
    expect(tries[1]!.at - tries[0]!.at).toBeGreaterThanOrEqual(2_000);
  });

  test('are told to forget who withdraws the permission, and nothing more of them', async () => {
    const { visitor, umid, email } = await newCustomer();
    await view(visitor, 'before');
    await untilTaken(umid, 'before');
    await visitor.info('', { permission: { MARKETING: false } });
    for (const server of [campaigns, other]) {
      const [removal] = await untilRemoved(server, umid);
      expect(removal).toMatchObject({
        identifiers: [{ name: 'email_sha256', value: email }],
        permissions: {},
      });
    }
    await view(visitor, 'after');
    const marker = await newCustomer();
    await view(marker.visitor, 'marker');
    await untilTaken(marker.umid, 'marker');
    expect(marks(campaigns.calls, umid)).toEqual(['before']);
  });

  test('are told to forget by another id whom they forgot and were given again, though no answer came', async () => {
    const { visitor, umid } = await newCustomer();
    await view(visitor, 'first');
    await untilTaken(umid, 'first');
    const removals = () => campaigns.calls.filter((one) => one.umid === umid && one.type === REMOVED);
    campaigns.answer(({ type }) => (type === REMOVED ? 'reset' : { status: 200 }));
    await visitor.info('', { permission: { MARKETING: false } });
    await eventually(
      async () => removals().length,
      (count) => count >= 2,
    );
    await visitor.info('', { permission: { MARKETING: true } });
    await view(visitor, 'second');
    await untilTaken(umid, 'second');
    const lost = removals();
    expect(new Set(lost.map(contentOf)).size).toBe(1);
    campaigns.answer(() => ({ status: 200 }));
    await visitor.info('', { permission: { MARKETING: false } });
    const told = await eventually(
      async () => removals().slice(lost.length),
      ({ length }) => length > 0,
    );
    expect(lost.map(({ messageId }) => messageId)).not.toContain(told[0]!.messageId);
    expect(Date.parse(told[0]!.time)).toBeGreaterThan(Date.parse(lost[0]!.time));
  });

  test('get everything soon after an outage in which no call was answered: a call that hangs holds up no other', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => newCustomer()));
    for (const { visitor, umid } of people) {
      await view(visitor, 'before');
      await untilTaken(umid, 'before');
    }
    campaigns.forget();
    campaigns.answer(() => 'hang');
    await Promise.all(people.map(({ visitor }) => view(visitor, 'after')));
    // Probes begin after a second. Were each of the calls at once a failure of its own, the first came after a minute.
    await eventually(
      async () => campaigns.calls.length,
      (count) => count >= AT_ONCE + 2,
    );
    campaigns.answer(() => ({ status: 200 }));
    const isEverybody = (count: number): boolean => count === people.length;
    const told = () => new Set(campaigns.taken.map(({ umid }) => umid)).size;
    await eventually(async () => told(), isEverybody);
  }, 120_000);

  test('are told to forget who is erased, although they were away and Kith was killed meanwhile', async () => {
    const { visitor, umid, email } = await newCustomer();
    await view(visitor, 'before');
    await untilTaken(umid, 'before');
    campaigns.answer(() => ({ status: 503 }));
    await view(visitor, 'never told');
    await eventually(
      async () => marks(campaigns.calls, umid),
      (seen) => seen.includes('never told'),
    );
    const erased = await runKith(['erase', 'umid', umid, '--account', 'demo', '--reason', 'asked'], {
      env: { DATA_DIR: dataDir },
    });
    expect(erased).toMatchObject({ exitCode: 0 });
    await untilRemoved(other, umid);
    await standalone.kill9();
    campaigns.answer(() => ({ status: 200 }));
    standalone = await start();
    const [removal] = await untilRemoved(campaigns, umid);
    expect(removal).toMatchObject({ identifiers: [{ name: 'email_sha256', value: email }] });
    expect(marks(campaigns.taken, umid)).toEqual(['before']);
  });

  test('get everything, in order, that was accepted before and after a kill, and one that is dead delays only itself', async () => {
    other.answer(() => 'hang');
    const people = [await newCustomer(), await newCustomer(), await newCustomer()];
    const names = Array.from({ length: 12 }, (_, index) => `${index}`);
    for (const [index, name] of names.entries()) {
      if (index === 6) {
        await standalone.kill9();
        standalone = await start();
        for (const person of people) {
          const umdid = person.visitor.cookie('umdid') ?? '';
          person.visitor = createVisitor(standalone.url, { umdid });
        }
      }
      for (const { visitor } of people) await view(visitor, name);
    }
    for (const { umid } of people) {
      await untilTaken(umid, ...names);
      const firsts = [...new Set(marks(campaigns.taken, umid))];
      expect(firsts).toEqual(names);
    }
    expect(other.taken).toEqual([]);
    const status = () =>
      runKith(['destinations', 'list', '--account', 'demo', '--json'], { env: { DATA_DIR: dataDir } });
    const listed = await eventually(status, ({ stdout }) => /"waiting":\s*[1-9]/.test(stdout));
    expect(listed.exitCode).toBe(0);
  });
});
