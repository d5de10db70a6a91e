import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { addUser, listedUsers } from './run-kith.ts';

const names = ['ada', 'bob', 'cleo', 'dan'];

describe('commands at once', () => {
  let env: { readonly DATA_DIR: string };
  const endings = useEndings(afterEach);
  beforeEach(async () => {
    env = { DATA_DIR: await newDataDir() };
    endings.push(() => removeDataDir(env.DATA_DIR));
  });

  const addAll = () => Promise.all(names.map((name) => addUser(env, name)));
  const succeeded = names.map(() => expect.objectContaining({ exitCode: 0 }));

  test('wait for each other where nobody runs', async () => {
    expect(await addAll()).toEqual(succeeded);
    expect(await listedUsers(env)).toEqual(names);
  });

  test('that add the same user end with one who did', async () => {
    const added = await Promise.all(names.map((name) => addUser(env, 'eve', name)));
    expect(added.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1, 1]);
  });

  test('and a standalone that starts and ends meanwhile: each gets its turn, and nothing is lost', async () => {
    const first = addAll();
    const standalone = await startStandalone({ dataDir: env.DATA_DIR });
    expect(await first).toEqual(succeeded);
    const [exitCode, ...listed] = await Promise.all([standalone.stop(), listedUsers(env), listedUsers(env)]);
    expect(exitCode).toBe(0);
    for (const users of listed) expect(users).toEqual(expect.arrayContaining(names));
  }, 90_000);
});
