import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fetchAccessToken, postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { runKith } from './run-kith.ts';

type Key = { readonly kid: string; readonly state: string; readonly signsFrom: string };

describe('kith keys', () => {
  let env: { readonly DATA_DIR: string };
  let standalone: Standalone;
  beforeAll(async () => {
    env = { DATA_DIR: await newDataDir() };
    standalone = await startStandalone({ dataDir: env.DATA_DIR });
  }, 90_000);
  afterAll(() => removeDataDir(env.DATA_DIR));

  const keys = (...args: readonly string[]) => runKith(['keys', ...args], { env });
  const listed = async (): Promise<readonly Key[]> =>
    JSON.parse((await keys('list', '--json')).stdout) as readonly Key[];
  const published = async (): Promise<readonly string[]> => {
    const answer = await send(standalone.url, '/.well-known/jwks.json');
    return (answer.json() as { keys: Key[] }).keys.map(({ kid }) => kid);
  };

  test('a new key is published by the running app, and signs ten minutes later', async () => {
    const [old] = await listed();
    expect(old).toMatchObject({ state: 'signing' });
    const { exitCode, stdout, stderr } = await keys('rotate');
    expect({ exitCode, stdout: stdout.trim() }).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [next] = await listed();
    expect(next).toMatchObject({ kid: stdout.trim(), state: 'next' });
    expect(stderr).toContain(`signs from ${next?.signsFrom}`);
    await eventually(published, (kids) => kids.includes(stdout.trim()), 30_000);
  }, 60_000);

  test('a key that signs at once does so in the running app, and older tokens stay good', async () => {
    const before = await fetchAccessToken(standalone.url);
    const kid = (await keys('rotate', '--at-once')).stdout.trim();
    await eventually(published, (kids) => kids.includes(kid), 30_000);
    const after = await fetchAccessToken(standalone.url);
    const header = JSON.parse(Buffer.from(after.split('.')[0] ?? '', 'base64url').toString()) as {
      kid: string;
    };
    expect(header.kid).toBe(kid);
    // Who verifies asks for the keys anew when it meets one that it does not know, though not at every turn.
    for (const token of [before, after]) {
      await eventually(
        () => postGraphql(standalone.url, token, '{ __typename }'),
        ({ status }) => status === 200,
      );
    }
  }, 60_000);

  test('a key that signs no more can be revoked, the one that signs cannot', async () => {
    const [signing, next] = await listed();
    const refused = await keys('revoke', signing?.kid ?? '');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('keys rotate --at-once comes first');
    expect((await keys('revoke', 'nobody')).exitCode).toBe(1);
    expect((await keys('revoke', next?.kid ?? '')).exitCode).toBe(0);
    await eventually(published, (kids) => !kids.includes(next?.kid ?? ''), 30_000);
  }, 60_000);

  test('the list is for people too, shows no key, and outlives the app', async () => {
    expect(await standalone.stop()).toBe(0);
    const { stdout } = await keys('list');
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^[\w-]{43} {2}signing {4}signs from \d{4}-/),
      expect.stringMatching(/^[\w-]{43} {2}verifying {2}signs from \d{4}-/),
    ]);
    expect(stdout).not.toContain('PRIVATE');
    const kid = (await keys('rotate')).stdout.trim();
    expect((await listed())[0]).toMatchObject({ kid, state: 'next' });
  }, 60_000);
});
