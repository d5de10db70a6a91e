import { beforeAll, describe, expect, test } from 'vitest';
import { fetchOfflineToken } from '../kit/analyst.ts';
import { firstUser } from '../kit/standalone.ts';
import type { Apart } from '../suite/apart.ts';
import { addUser, listedUsers, runKith } from './run-kith.ts';

/** What `kith user` and `kith audit` do over auth-token's database; nobody has added users yet. */
export const defineUsersApart = (stage: () => Apart): void =>
  void describe('kith user, with the apps apart', () => {
    let apart: Apart;
    let env: Readonly<Record<'MONGODB_URI' | 'SECRETS_FILE', string>>;
    beforeAll(() => {
      apart = stage();
      const uri = new URL(apart.servers.environment['MONGODB_URI'] ?? '');
      uri.pathname = '/kith-auth';
      env = { MONGODB_URI: uri.href, SECRETS_FILE: apart.byResolver['SECRETS_FILE'] ?? '' };
    });

    test("adds a user to auth-token's database, who can log in at once", async () => {
      expect((await addUser(env, 'ada')).exitCode).toBe(0);
      const user = { username: 'ada', password: 'password of ada' };
      expect(await fetchOfflineToken(apart.suite.authUrl, user)).toMatch(/^kith_rt_/);
      expect(await listedUsers(env)).toEqual(['ada', firstUser.username]);
    });

    test('of commands at once that add the same user one succeeds', async () => {
      const added = await Promise.all(['1', '2', '3'].map((password) => addUser(env, 'eve', password)));
      expect(added.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1]);
    });

    const STRANGER = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3';
    const trails = async (place: Readonly<Record<string, string>>, ...args: readonly string[]) => {
      const ran = await runKith(['audit', 'list', '--account', 'demo', '--json', ...args], { env: place });
      const entries = JSON.parse(ran.stdout === '' ? '[]' : ran.stdout) as readonly {
        readonly trail: string;
      }[];
      const names = entries.map(({ trail }) => trail);
      return { exitCode: ran.exitCode, stderr: ran.stderr, names: new Set(names) };
    };

    test("kith audit reads the resolver's trail and auth-token's, where the environment leads to both", async () => {
      const both = { ...apart.byResolver, ...env };
      await runKith(['unmerge', '--account', 'demo', STRANGER], { env: apart.byResolver });
      const read = { exitCode: 0, stderr: '' };
      expect(await trails(both)).toEqual({ ...read, names: new Set(['users', 'profiles']) });
      expect(await trails(env, '--trail', 'users')).toEqual({ ...read, names: new Set(['users']) });
      const { exitCode, stdout } = await runKith(['audit', 'verify', '--account', 'demo'], { env: both });
      expect(exitCode).toBe(0);
      expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    });

    test('kith audit says which trails the environment does not lead to', async () => {
      for (const place of [apart.byResolver, apart.inMongodb]) {
        const { exitCode, stderr, names } = await trails(place);
        expect({ exitCode, names }).toEqual({ exitCode: 0, names: new Set(['profiles']) });
        expect(stderr).toContain("Those of users and keys lie in auth-token's database");
      }
      expect((await trails(apart.byResolver, '--trail', 'keys')).stderr).toContain('MONGODB_URI: is missing');
    });

    test('a change without the secrets that the trail is sealed with is a failure, and none', async () => {
      const { exitCode, stderr } = await addUser({ MONGODB_URI: env.MONGODB_URI }, 'unsealed');
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: 'kith: SECRETS_FILE: is missing\n' });
      expect(await listedUsers(env)).not.toContain('unsealed');
    });

    test('is a failure in one sentence where MongoDB does not answer, and shows nothing of the address', async () => {
      const { exitCode, stdout, stderr } = await addUser(
        { ...env, MONGODB_URI: 'mongodb://kith:hunter2@127.0.0.1:1/kith-auth?serverSelectionTimeoutMS=500' },
        'ada',
      );
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).not.toContain('hunter2');
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    });
  });
