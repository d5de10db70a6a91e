import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { fetchAccessToken, postGraphql } from '../kit/analyst.ts';
import { send } from '../kit/http.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { runKith } from './run-kith.ts';

type Key = { readonly kid: string; readonly state: string; readonly signsFrom: string };

describe('kith keys', () => {
  let env: { readonly DATA_DIR: string };
  let standalone: Standalone;
  const endings = useEndings();
  beforeAll(async () => {
    env = { DATA_DIR: await newDataDir() };
    endings.push(() => removeDataDir(env.DATA_DIR));
    standalone = await startStandalone({ dataDir: env.DATA_DIR });
  });

  const keys = (...args: readonly string[]) => runKith(['keys', ...args], { env });
  const listed = async (): Promise<readonly Key[]> =>
    JSON.parse((await keys('list', '--json')).stdout) as readonly Key[];
  const published = async (): Promise<readonly string[]> => {
    const answer = await send(standalone.url, '/.well-known/jwks.json');
    return (answer.json() as { keys: Key[] }).keys.map(({ kid }) => kid);
  };

  const signerOf = (token: string): string =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
  const statusWith = async (token: string): Promise<number> =>
    (await postGraphql(standalone.url, token, '{ __typename }')).status;

  test('a new key is published by the running app, and signs from the next token on', async () => {
    const [old] = await listed();
    expect(old).toMatchObject({ state: 'signing' });
    const before = await fetchAccessToken(standalone.url);
    expect(await statusWith(before)).toBe(200);
    const { exitCode, stdout, stderr } = await keys('rotate');
    expect({ exitCode, stdout: stdout.trim() }).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [next] = await listed();
    expect(next).toMatchObject({ kid: stdout.trim(), state: 'signing' });
    expect(stderr).toContain(`signs from ${next?.signsFrom}`);
    expect(await published()).toEqual([next?.kid, old?.kid]);
    const after = await fetchAccessToken(standalone.url);
    expect(signerOf(after)).toBe(next?.kid);
    expect([await statusWith(before), await statusWith(after)]).toEqual([200, 200]);
  });

  test('a key that signs at once does so in the running app, and older tokens stay good', async () => {
    const before = await fetchAccessToken(standalone.url);
    const kid = (await keys('rotate', '--at-once')).stdout.trim();
    const after = await fetchAccessToken(standalone.url);
    expect(signerOf(after)).toBe(kid);
    expect([await statusWith(before), await statusWith(after)]).toEqual([200, 200]);
  });

  test('a key that signs no more can be revoked with all its tokens, the one that signs cannot', async () => {
    const [signing] = await listed();
    const token = await fetchAccessToken(standalone.url);
    expect(await statusWith(token)).toBe(200);
    const refused = await keys('revoke', signing?.kid ?? '');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('keys rotate --at-once comes first');
    expect((await keys('revoke', 'nobody')).exitCode).toBe(1);
    expect(await statusWith(token)).toBe(200);
    expect((await keys('rotate')).exitCode).toBe(0);
    expect((await keys('revoke', signing?.kid ?? '')).exitCode).toBe(0);
    expect(await statusWith(token)).toBe(401);
    expect(await published()).not.toContain(signing?.kid);
  });

  test('the list is for people too, shows no key, and outlives the app', async () => {
    expect(await standalone.stop()).toBe(0);
    const { stdout } = await keys('list');
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^[\w-]{43} {2}signing {4}signs from \d{4}-/),
      expect.stringMatching(/^[\w-]{43} {2}verifying {2}signs from \d{4}-/),
      expect.stringMatching(/^[\w-]{43} {2}verifying {2}signs from \d{4}-/),
    ]);
    expect(stdout).not.toContain('PRIVATE');
    const kid = (await keys('rotate')).stdout.trim();
    expect((await listed())[0]).toMatchObject({ kid, state: 'signing' });
  });
});
