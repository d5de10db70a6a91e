import { beforeAll, describe, expect, test } from 'vitest';
import { encodeEvent } from '@kith/contracts';
import { anEvent, manyOf, randomUmid } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { configurationOf } from '../configuration/account.ts';
import { newConfiguration, type RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { runKith } from '../cli/run-kith.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { createVisitor } from '../kit/visitor.ts';

/** A record for the tracking topic. */
export type LogRecord = { readonly key: string; readonly value: string | Buffer };

/** A Kith whose log a test can write to, past its edge. */
export type DeadLettersStage = {
  readonly url: () => string;
  /** Of the process that runs the sink. */
  readonly managementUrl: () => string;
  /** Leads a command to the app that runs. */
  readonly env: Readonly<Record<string, string>>;
  readonly append: (...records: readonly LogRecord[]) => Promise<void>;
  /** Ends the process that runs the sink with SIGKILL and starts it again. */
  readonly kill: () => Promise<void>;
  /** Has the process that runs the sink take up the configuration file. */
  readonly reload: () => Promise<void>;
  /** Does something without the app: leads a command to the data itself. */
  readonly directly: <T>(work: (env: Readonly<Record<string, string>>) => Promise<T>) => Promise<T>;
  readonly end: () => Promise<void>;
};

type Listed = {
  readonly id: string;
  readonly account: string | null;
  readonly reason: string;
  readonly replays: number;
};

const demo = configurationOf({ identifiers: { customerId: { kind: 'login' } } }) as {
  readonly accounts: object;
};
const withShop = { ...demo, accounts: { ...demo.accounts, shop: { owner: 'shop' } } };
/** A group of consumers finds out after ten seconds that one of them was killed. */
const PATIENCE_MS = 180_000;
const WHY = ['--reason', 'ticket 7'];

/** What becomes of records that nobody can process, and what `kith dead-letters` does with them. */
export const defineDeadLetters = (
  name: string,
  open: (configFile: string) => Promise<DeadLettersStage>,
): void =>
  void describe(name, () => {
    let file: RewritableConfiguration;
    let stage: DeadLettersStage;
    const endings = useEndings();
    beforeAll(async () => {
      file = await newConfiguration(demo);
      endings.push(() => file.remove());
      stage = await open(file.path);
      endings.push(() => stage.end());
    }, 240_000);

    const configure = async (configuration: object): Promise<void> => {
      await file.write(configuration);
      await stage.reload();
    };
    const kithBy = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
      runKith(args, { env: { ...env, CONFIG_FILE: file.path } });
    const kith = (...args: readonly string[]) => kithBy(stage.env, ...args);
    const deadLetters = (command: string, ...args: readonly string[]) =>
      kith('dead-letters', command, ...args);
    const listed = async (...args: readonly string[]): Promise<readonly Listed[]> =>
      jsonOf((await deadLetters('list', '--json', ...args)).stdout);
    const until = (count: number, ...args: readonly string[]) =>
      eventually(
        () => listed(...args),
        (found) => found.length === count,
        PATIENCE_MS,
      );
    const eventsOf = async (umid: string, account: string): Promise<readonly string[]> => {
      const { stdout } = await kith('export', 'umid', umid, '--account', account, ...WHY);
      const { events = [] } = JSON.parse(stdout === '' ? '{}' : stdout) as {
        readonly events?: readonly { readonly id: string }[];
      };
      return events.map(({ id }) => id).toSorted();
    };
    const eventsUntil = (umid: string, account: string, ids: readonly string[]) =>
      eventually(
        () => eventsOf(umid, account),
        (found) => found.length >= ids.length,
        PATIENCE_MS,
      );
    const shopper = () => {
      const umid = randomUmid();
      const events = manyOf(3, () => anEvent({ umid, bindingVersion: 0 }));
      const records = events.map((event) => ({ key: umid, value: encodeEvent('shop', event) }));
      return { umid, records, ids: events.map(({ id }) => id).toSorted() };
    };

    test('an account that left has its events back after a replay, each once, whoever is killed between', async () => {
      const { umid, records, ids } = shopper();
      const good = anEvent({ bindingVersion: 0 });
      await stage.append(...records, { key: good.umid, value: encodeEvent('demo', good) });
      const waiting = await until(3, '--account', 'shop');
      expect(waiting[0]).toMatchObject({ account: 'shop', replays: 0 });
      expect(waiting[0]?.reason).toContain('shop');
      expect(await eventsUntil(good.umid, 'demo', [good.id])).toEqual([good.id]);
      await stage.kill();
      expect(await listed('--account', 'shop')).toEqual(waiting);
      await configure(withShop);
      const names = waiting.map(({ id }) => id);
      const replaying = deadLetters('replay', ...names, ...WHY);
      await stage.kill();
      await replaying;
      // What the first has replayed already is unknown to the second.
      await deadLetters('replay', ...names, ...WHY);
      expect(await until(0, '--account', 'shop')).toEqual([]);
      expect(await eventsUntil(umid, 'shop', ids)).toEqual(ids);
      const audit = await kith('audit', 'list', '--account', 'shop', '--trail', 'profiles', '--json');
      expect(audit.stdout).toContain('"replayDeadLetters"');
      expect(audit.stdout).toContain('ticket 7');
      await configure(demo);
    }, 120_000);

    test('poison is shown as it came, is poison again when it is replayed, and is dropped', async () => {
      await stage.append(
        { key: 'nobody', value: 'no JSON' },
        { key: 'nobody', value: Buffer.of(0xff, 0x00) },
      );
      const waiting = await until(2);
      const text = waiting.find(({ reason }) => reason.includes('JSON'))?.id ?? '';
      const shown = await deadLetters('show', text);
      expect(JSON.parse(shown.stdout)).toMatchObject({
        key: 'nobody',
        original: { kind: 'text', value: 'no JSON' },
      });
      expect((await deadLetters('replay', text, ...WHY)).exitCode).toBe(0);
      const again = await eventually(
        () => listed(),
        (found) => found.some(({ replays }) => replays === 1),
        PATIENCE_MS,
      );
      expect(again.map(({ id }) => id)).not.toContain(text);
      expect((await deadLetters('list')).stdout).toContain('replayed before (1)');
      const dropped = await deadLetters('drop', '--all', '--yes', ...WHY);
      expect(dropped).toMatchObject({ exitCode: 0, stderr: '2 of 2 dropped.\n' });
      expect(await listed()).toEqual([]);
      const audit = await kith('audit', 'list', '--account', '*', '--json');
      expect(audit.stdout).toContain('"dropDeadLetters"');
      expect((await kith('audit', 'verify', '--account', '*')).exitCode).toBe(0);
      const { text: metrics } = await send(stage.managementUrl(), '/metrics');
      expect(metrics).toMatch(/kith_dead_letters_total\{what="replayed"[^}]*\} [1-9]/);
      expect(metrics).toMatch(/kith_dead_letters_total\{what="dropped"[^}]*\} 2/);
    }, 120_000);

    test('the dead letters of a person go with the person', async () => {
      const visitor = createVisitor(stage.url());
      const { umid } = await visitor.info('&customerId=gone');
      await stage.append({ key: umid, value: 'about a person' });
      await until(1);
      expect((await kith('erase', 'umid', umid, '--account', 'demo', ...WHY)).exitCode).toBe(0);
      expect(await until(0)).toEqual([]);
    }, 120_000);

    test('the commands do the same without the app', async () => {
      const { umid, records, ids } = shopper();
      await stage.append(...records, { key: 'nobody', value: 'poison' });
      await until(4);
      await configure(withShop);
      await stage.directly(async (env) => {
        const own = await kithBy(env, 'dead-letters', 'list', '--account', 'shop', '--limit', '2');
        expect(linesOf(own.stdout)).toHaveLength(2);
        const last = linesOf(own.stdout)[1]?.split(' ')[0] ?? '';
        expect(own.stderr).toContain(`--after ${last}`);
        const rest = await kithBy(env, 'dead-letters', 'list', '--account', 'shop', '--after', last);
        expect(linesOf(rest.stdout)).toHaveLength(1);
        const args = ['--all', '--account', 'shop', '--yes', ...WHY];
        const replayed = await kithBy(env, 'dead-letters', 'replay', ...args);
        expect(replayed).toMatchObject({ exitCode: 0, stderr: '3 of 3 replayed.\n' });
      });
      expect(await eventsUntil(umid, 'shop', ids)).toEqual(ids);
      expect((await listed()).map(({ account }) => account)).toEqual([null]);
    }, 120_000);

    test('a dead letter that does not wait is a failure', async () => {
      expect((await deadLetters('show', 'tracking/0/999999')).exitCode).toBe(1);
      expect(await deadLetters('replay', 'tracking/0/999999', ...WHY)).toMatchObject({
        exitCode: 1,
        stdout: 'tracking/0/999999  unknown\n',
      });
    });
  });

/** A command that failed has printed nothing. */
const jsonOf = (text: string): readonly Listed[] =>
  text === '' ? [] : (JSON.parse(text) as readonly Listed[]);

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
