import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fetchOfflineToken } from '../kit/analyst.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { firstUser, newDataDir } from '../kit/standalone.ts';
import { startOwnServers, type OwnServers } from '../suite/own-servers.ts';
import { startSuite, type Suite } from '../suite/start-suite.ts';
import { addUser, listedUsers } from './run-kith.ts';

describe('kith user, with the apps apart', () => {
  let servers: OwnServers;
  let suite: Suite;
  let dataDir: string;
  let env: { readonly MONGODB_URI: string };
  beforeAll(async () => {
    servers = await startOwnServers();
    dataDir = await newDataDir();
    suite = await startSuite(servers, dataDir);
    const uri = new URL(servers.environment['MONGODB_URI'] ?? '');
    uri.pathname = '/kith-auth';
    env = { MONGODB_URI: uri.href };
  }, 180_000);
  afterAll(async () => {
    await suite.stop();
    await servers.stop();
    await removeDataDir(dataDir);
  }, 60_000);

  test("adds a user to auth-token's database, who can log in at once", async () => {
    expect((await addUser(env, 'ada')).exitCode).toBe(0);
    const user = { username: 'ada', password: 'password of ada' };
    expect(await fetchOfflineToken(suite.authUrl, user)).toMatch(/^kith_rt_/);
    expect(await listedUsers(env)).toEqual(['ada', firstUser.username]);
  }, 30_000);

  test('of commands at once that add the same user one succeeds', async () => {
    const added = await Promise.all(['1', '2', '3'].map((password) => addUser(env, 'eve', password)));
    expect(added.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1]);
  }, 30_000);

  test('is a failure in one sentence where MongoDB does not answer, and shows nothing of the address', async () => {
    const { exitCode, stdout, stderr } = await addUser(
      { MONGODB_URI: 'mongodb://kith:hunter2@127.0.0.1:1/kith-auth?serverSelectionTimeoutMS=500' },
      'ada',
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).not.toContain('hunter2');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }, 30_000);
});
