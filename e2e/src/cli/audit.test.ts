import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { open, type Database, type Key } from 'lmdb';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { startOverOwnData } from '../kit/start-for-suite.ts';
import { newDataDir, type Standalone } from '../kit/standalone.ts';
import { embeddedTexts } from '../privacy/embedded-texts.ts';
import { defineAudit, type Credentials, type StoredEntry } from './define-audit.ts';
import { addUser, runKith } from './run-kith.ts';

const SLOW_MS = 120_000;
const STRANGER = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3';
const KEYED_HASH: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

type Listed = Readonly<Record<'trail' | 'act' | 'by' | 'reason' | 'at', string>> & {
  readonly detail: Readonly<Record<string, unknown>>;
};

describe('kith audit, while standalone runs', () => {
  let standalone: Standalone;
  let env: { readonly DATA_DIR: string };
  const endings = useEndings();
  beforeAll(async () => {
    ({ standalone, env } = await startOverOwnData(endings));
  });

  const kith = (args: readonly string[], input?: string) =>
    runKith(args, { env, ...(input === undefined ? {} : { input }) });
  const user = (command: string, ...args: readonly string[]) =>
    kith(['user', command, '--account', 'demo', '--username', 'ada', ...args], 'hunter2\n');
  const listed = async (...args: readonly string[]): Promise<readonly Listed[]> => {
    const { stdout } = await kith(['audit', 'list', '--account', 'demo', '--json', ...args]);
    return JSON.parse(stdout) as readonly Listed[];
  };

  test(
    'lists what was done to users, keys and profiles by time: who, when, what, to whom and why',
    async () => {
      await user('add', '--password-stdin', '--reason', 'ticket 1');
      await kith(['unmerge', '--account', 'demo', STRANGER, '--reason', 'ticket 2']);
      const keys = (await kith(['keys', 'list', '--json'])).stdout;
      const [{ kid: old }] = JSON.parse(keys) as [{ kid: string }];
      const kid = (await kith(['keys', 'rotate', '--reason', 'ticket 3'])).stdout.trim();
      await user('passwd', '--password-stdin', '--revoke-tokens');
      await kith(['keys', 'revoke', old, '--reason', 'ticket 4']);
      await user('remove', '--reason', 'ticket 5');
      const entries = await listed();
      expect(entries.map(({ trail, act, reason, detail }) => ({ trail, act, reason, detail }))).toEqual([
        {
          trail: 'users',
          act: 'addUser',
          reason: 'the first user of a new installation',
          detail: { username: 'analyst' },
        },
        { trail: 'users', act: 'addUser', reason: 'ticket 1', detail: { username: 'ada' } },
        { trail: 'profiles', act: 'unmerge', reason: 'ticket 2', detail: { asked: KEYED_HASH } },
        {
          trail: 'keys',
          act: 'rotateKeys',
          reason: 'ticket 3',
          detail: { kid, atOnce: false, signsFrom: expect.any(String) },
        },
        {
          trail: 'users',
          act: 'changePassword',
          reason: '',
          detail: { username: 'ada', revokeTokens: true },
        },
        { trail: 'keys', act: 'revokeKey', reason: 'ticket 4', detail: { kid: old } },
        { trail: 'users', act: 'removeUser', reason: 'ticket 5', detail: { username: 'ada' } },
      ]);
      const times = entries.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
      expect(entries[0]?.by).toBe('standalone');
      for (const { by } of entries.slice(1)) expect(by).toMatch(/^.+@.+$/);
    },
    2 * SLOW_MS,
  );

  test('lists for people too, and one trail alone', async () => {
    const all = await kith(['audit', 'list', '--account', 'demo']);
    expect(all).toMatchObject({ exitCode: 0, stderr: '' });
    const lines = all.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toMatch(/^users +2 {2}\d{4}-\S+Z {2}addUser +\S+@\S+ {2}"ada" {2}"ticket 1"$/);
    expect((await listed('--trail', 'keys')).map(({ trail }) => trail)).toEqual(['keys', 'keys']);
  });

  test('an act that was refused leaves no entry', async () => {
    const before = await listed();
    expect((await user('remove')).exitCode).toBe(1);
    expect((await user('passwd', '--password-stdin')).exitCode).toBe(1);
    expect((await addUser(env, 'analyst')).exitCode).toBe(1);
    expect((await kith(['keys', 'revoke', 'nobody'])).exitCode).toBe(1);
    expect(await listed()).toEqual(before);
  });

  test('verifies all trails, of the running app as of its data, in which no password stands', async () => {
    const intact = (trail: string, entries: number) => ({ trail, kind: 'intact', entries });
    const expected = [intact('profiles', 1), intact('users', 4), intact('keys', 2)];
    const verified = async () => {
      const { exitCode, stdout } = await kith(['audit', 'verify', '--account', 'demo', '--json']);
      return { exitCode, verdicts: JSON.parse(stdout) as unknown };
    };
    expect(await verified()).toEqual({ exitCode: 0, verdicts: expected });
    expect(await standalone.stop()).toBe(0);
    expect(await verified()).toEqual({ exitCode: 0, verdicts: expected });
    const { stdout } = await kith(['audit', 'verify', '--account', 'demo']);
    expect(stdout).toMatch(/^profiles +1 entries, all as they were written$/m);
    const texts = (await embeddedTexts(env.DATA_DIR)).split('\n');
    const trail = texts.filter((line) => line.startsWith('audit'));
    expect(trail).toHaveLength(7 + 3);
    expect(trail.join('\n')).not.toMatch(/argon2|PRIVATE/);
    expect(texts.join('\n')).not.toContain('hunter2');
  });
});

/** The embedded store of the credentials, in a data directory that no app has seen. */
const embedded = async (): Promise<Credentials> => {
  const directory = await newDataDir();
  const audit = async <T>(work: (database: Database<StoredEntry>) => T | Promise<T>): Promise<T> => {
    const root = open(join(directory, 'credentials'), { noSubdir: false, maxDbs: 64 });
    try {
      return await work(root.openDB<StoredEntry, Key>('audit', { encoding: 'json' }));
    } finally {
      await root.close();
    }
  };
  return {
    env: { DATA_DIR: directory },
    entries: (account) =>
      audit((database) =>
        Array.from(
          database.getRange({ start: [account, 0], end: [account, '\uffff'] }),
          ({ value }) => value,
        ),
      ),
    replace: (account, entries) =>
      audit(async (database) => {
        for (const key of Array.from(database.getKeys({ start: [account, 0], end: [account, '\uffff'] })))
          await database.remove(key);
        for (const [index, entry] of entries.entries())
          if (entry !== null) await database.put([account, index + 1], entry);
      }),
    end: () => removeDataDir(directory),
  };
};

defineAudit("auth-token's trails in the embedded store", embedded);
