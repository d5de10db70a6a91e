import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { fetchOfflineToken } from '../kit/analyst.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { startOverOwnData } from '../kit/start-for-suite.ts';
import { firstUser, newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { addUser, listedUsers, runKith } from './run-kith.ts';

const loggedIn = /^kith_rt_/;

describe('kith user, while standalone runs', () => {
  let standalone: Standalone;
  let env: { readonly DATA_DIR: string };
  const endings = useEndings();
  beforeAll(async () => {
    ({ standalone, env } = await startOverOwnData(endings));
  });

  const list = (...options: readonly string[]) =>
    runKith(['user', 'list', '--account', 'demo', ...options], { env });

  test('a user who was added can log in at once', async () => {
    const { exitCode, stdout } = await addUser(env, 'ada', 'ünsägbar 💶');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    const user = { username: 'ada', password: 'ünsägbar 💶' };
    expect(await fetchOfflineToken(standalone.url, user)).toMatch(loggedIn);
  });

  test('one final newline of the password is stripped, and no more', async () => {
    await addUser(env, 'bob', 'two\n');
    const logIn = (password: string) => fetchOfflineToken(standalone.url, { username: 'bob', password });
    expect(await logIn('two\n')).toMatch(loggedIn);
    await expect(logIn('two')).rejects.toThrow('401');
  });

  test('a name that is taken, however it is typed, is a failure', async () => {
    const { exitCode, stdout, stderr } = await addUser(env, ` ${firstUser.username} `);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('already');
  });

  test('an account that the running app does not know is a failure', async () => {
    const { exitCode, stderr } = await runKith(['user', 'list', '--account', 'nobody'], { env });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: 'kith: the configuration has no account "nobody"\n',
    });
  });

  test.each(['', 'p'.repeat(1_025), 'p'.repeat(300_000)])(
    'what is no password is a failure',
    async (password) => {
      const { exitCode, stderr } = await addUser(env, 'nobody', password);
      expect(exitCode).toBe(1);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    },
  );

  test('the list names every user and says nothing of passwords', async () => {
    const json = JSON.parse((await list('--json')).stdout) as unknown;
    const created = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(json).toEqual(
      ['ada', firstUser.username, 'bob'].map((username) => ({ username, createdAt: created })),
    );
    const lines = (await list()).stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/\s/)[0])).toEqual(['ada', firstUser.username, 'bob']);
  });

  test('the socket belongs to the user that standalone runs as, alone', async () => {
    const socket = await stat(join(env.DATA_DIR, 'kith.sock'));
    expect({ isSocket: socket.isSocket(), mode: socket.mode & 0o777 }).toEqual({
      isSocket: true,
      mode: 0o600,
    });
  });
});

describe('kith user, with nobody running', () => {
  test('opens the data itself, and standalone then has the users', async () => {
    const env = { DATA_DIR: await newDataDir() };
    expect((await addUser(env, 'ada')).exitCode).toBe(0);
    expect(await listedUsers(env)).toEqual(['ada']);
    const standalone = await startStandalone({ dataDir: env.DATA_DIR });
    const user = { username: 'ada', password: 'password of ada' };
    expect(await fetchOfflineToken(standalone.url, user)).toMatch(loggedIn);
    expect(await standalone.stop()).toBe(0);
    await expect(stat(join(env.DATA_DIR, 'kith.sock'))).rejects.toThrow('ENOENT');
    expect(await listedUsers(env)).toEqual(['ada']);
    await removeDataDir(env.DATA_DIR);
  });

  test('opens the data also after standalone was killed, and the next standalone takes the socket over', async () => {
    const env = { DATA_DIR: await newDataDir() };
    await (await startStandalone({ dataDir: env.DATA_DIR })).kill9();
    expect((await stat(join(env.DATA_DIR, 'kith.sock'))).isSocket()).toBe(true);
    expect((await addUser(env, 'ada')).exitCode).toBe(0);
    const standalone = await startStandalone({ dataDir: env.DATA_DIR });
    expect((await addUser(env, 'bob')).exitCode).toBe(0);
    const user = { username: 'bob', password: 'password of bob' };
    expect(await fetchOfflineToken(standalone.url, user)).toMatch(loggedIn);
    await standalone.stop();
    await removeDataDir(env.DATA_DIR);
  });

  test('reaches standalone also where the path of its socket is longer than the system allows', async () => {
    const home = await newDataDir();
    const env = { DATA_DIR: join(home, 'a'.repeat(120)) };
    const standalone = await startStandalone({ dataDir: env.DATA_DIR });
    expect((await addUser(env, 'ada')).exitCode).toBe(0);
    const user = { username: 'ada', password: 'password of ada' };
    expect(await fetchOfflineToken(standalone.url, user)).toMatch(loggedIn);
    await standalone.stop();
    await removeDataDir(home);
  });
});
