import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { fetchOfflineToken, postForm } from '../kit/analyst.ts';
import { startOverOwnData } from '../kit/start-for-suite.ts';
import type { Standalone } from '../kit/standalone.ts';
import { addUser, listedUsers, runKith } from './run-kith.ts';

describe('kith user passwd and remove, while standalone runs', () => {
  let standalone: Standalone;
  let env: { readonly DATA_DIR: string };
  const endings = useEndings();
  beforeAll(async () => {
    ({ standalone, env } = await startOverOwnData(endings));
  });

  let username: string;
  let token: string;
  let count = 0;
  beforeEach(async () => {
    username = `ada-${(count += 1)}`;
    await addUser(env, username, 'old');
    token = await fetchOfflineToken(standalone.url, { username, password: 'old' });
  });

  const user = (command: string, args: readonly string[], input = 'new\n') =>
    runKith(['user', command, '--account', 'demo', '--username', username, ...args], { env, input });
  const passwd = (...args: readonly string[]) => user('passwd', ['--password-stdin', ...args]);
  const isGood = async (): Promise<boolean> =>
    (await postForm(standalone.url, '/auth/token', { refresh_token: token })).status === 200;
  const logIn = (password: string) => fetchOfflineToken(standalone.url, { username, password });

  test('a changed password takes effect at once, and the tokens stay', async () => {
    const { exitCode, stdout, stderr } = await passwd();
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toBe(`The password of "${username}" was changed; the offline tokens stay.\n`);
    await expect(logIn('old')).rejects.toThrow('401');
    expect(await logIn('new')).toMatch(/^kith_rt_/);
    expect(await isGood()).toBe(true);
  });

  test('the tokens are revoked with it where that is asked for', async () => {
    expect((await passwd('--revoke-tokens')).stderr).toContain('offline tokens revoked: 1.');
    expect(await isGood()).toBe(false);
  });

  test('a removed user is gone, and so are its tokens', async () => {
    expect(await user('remove', [])).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await isGood()).toBe(false);
    await expect(logIn('old')).rejects.toThrow('401');
    expect(await listedUsers(env)).not.toContain(username);
    const again = await user('remove', []);
    expect(again).toMatchObject({ exitCode: 1, stdout: '' });
    expect(again.stderr).toBe(`kith: the account "demo" has no user "${username}"\n`);
  });

  test.each([
    ['the name of nobody', ['--username', 'nobody'], 'new', 'has no user "nobody"'],
    ['an account that nobody has', ['--account', 'nobody'], 'new', 'has no account "nobody"'],
    ['no password', [], '', 'a password has 1 to 1,024 characters'],
  ])('%s is a failure, and changes nothing', async (_what, args, password, sentence) => {
    const changed = await user('passwd', ['--password-stdin', ...args], password);
    expect(changed).toMatchObject({ exitCode: 1, stdout: '' });
    expect(changed.stderr).toContain(sentence);
    expect(await logIn('old')).toMatch(/^kith_rt_/);
  });
});
