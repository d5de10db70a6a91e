import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { addUser, runKith } from '../cli/run-kith.ts';
import { fetchOfflineToken, postForm } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startApp, type App } from '../kit/start-app.ts';
import { takeServers } from '../suite/shared-servers.ts';
import { defineBurst } from './define-burst.ts';

const ada = { username: 'ada', password: 'password of ada' };

describe('two replicas of auth-token over one MongoDB', () => {
  let folder: string;
  let env: { readonly MONGODB_URI: string; readonly SECRETS_FILE: string; readonly PUBLIC_URL: string };
  let replicas: readonly App[] = [];
  let refreshToken: string;

  const endings = useEndings();
  beforeAll(async () => {
    folder = await newDataDir();
    endings.push(() => rm(folder, { recursive: true }));
    const servers = await takeServers();
    endings.push(servers.stop);
    const uri = new URL(servers.environment['MONGODB_URI'] ?? '');
    uri.pathname = '/kith-auth';
    env = {
      MONGODB_URI: uri.href,
      SECRETS_FILE: join(folder, 'secrets.json'),
      PUBLIC_URL: 'http://kith.test',
    };
    const secret = () => [randomBytes(32).toString('base64url')];
    const secrets = { refreshToken: secret(), login: secret(), introspection: secret() };
    await writeFile(env.SECRETS_FILE, JSON.stringify(secrets));
    replicas = await Promise.all([startApp('auth-token', env), startApp('auth-token', env)]);
    endings.push(() => Promise.all(replicas.map((replica) => replica.stop())));
    expect((await addUser(env, ada.username)).exitCode).toBe(0);
    refreshToken = await fetchOfflineToken(replicas[0]!.url, ada);
  });

  const exchange = (url: string, token = refreshToken) =>
    postForm(url, '/auth/token', { refresh_token: token });
  const accessTokens = (): Promise<readonly string[]> =>
    Promise.all(
      replicas.map(
        async ({ url }) => ((await exchange(url)).json() as { access_token: string }).access_token,
      ),
    );
  const signers = async (): Promise<readonly (string | undefined)[]> =>
    (await accessTokens()).map((token) => decodeProtectedHeader(token).kid);
  const published = (): Promise<readonly JSONWebKeySet[]> =>
    Promise.all(
      replicas.map(async ({ url }) => (await send(url, '/.well-known/jwks.json')).json() as JSONWebKeySet),
    );
  const bothPublish = (kid: string) =>
    eventually(published, (sets) => sets.every(({ keys }) => keys.some((key) => key.kid === kid)));
  const keys = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runKith(['keys', ...args], { env });
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    return stdout.trim();
  };

  test('that start together have one key, and take the same tokens', async () => {
    const [one, other] = await signers();
    expect(one).toBe(other);
    expect((await published()).map((set) => set.keys.map(({ kid }) => kid))).toEqual([[one], [one]]);
  });

  test('publish a new key before it signs, and sign with it at once where that is asked for', async () => {
    const before = await accessTokens();
    const old = decodeProtectedHeader(before[0]!).kid;
    const next = await keys('rotate');
    await bothPublish(next);
    expect(await signers()).toEqual([old, old]);
    const urgent = await keys('rotate', '--at-once');
    await bothPublish(urgent);
    expect(await signers()).toEqual([urgent, urgent]);
    const listed = JSON.parse(await keys('list', '--json')) as { kid: string; state: string }[];
    expect(listed.map(({ kid, state }) => [kid, state])).toEqual([
      [urgent, 'signing'],
      [next, 'verifying'],
      [old, 'verifying'],
    ]);
    for (const set of await published()) {
      for (const token of [...before, ...(await accessTokens())]) {
        await jwtVerify(token, createLocalJWKSet(set), { issuer: env.PUBLIC_URL });
      }
    }
  });

  test('refuse at once what was revoked, whose user was removed, or whose password was changed so', async () => {
    const user = (command: string, ...args: readonly string[]) =>
      runKith(['user', command, '--account', 'demo', '--username', ada.username, ...args], {
        env,
        input: 'new',
      });
    const passwd = await user('passwd', '--password-stdin');
    expect(passwd.stderr).toContain('the offline tokens stay');
    expect((await exchange(replicas[1]!.url)).status).toBe(200);
    expect((await user('passwd', '--password-stdin', '--revoke-tokens')).exitCode).toBe(0);
    expect((await exchange(replicas[1]!.url)).json()).toMatchObject({ error: 'invalid_grant' });

    const later = await fetchOfflineToken(replicas[1]!.url, { ...ada, password: 'new' });
    expect((await user('remove')).exitCode).toBe(0);
    for (const { url } of replicas) expect((await exchange(url, later)).status).toBe(400);
    expect((await user('remove')).exitCode).toBe(1);
  });

  defineBurst(() => replicas.map(({ url }) => url));
});
