import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { eventually, untilLogged } from '../kit/eventually.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { launchStandalone, newDataDir, startStandalone, type LaunchedStandalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { holdFolder } from './hold-folder.ts';
import { addUser, listedUsers, startKith } from './run-kith.ts';

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
  });

  const untilItWaits = (starting: LaunchedStandalone) =>
    eventually(
      () => Promise.resolve(starting.logged()),
      (logged) => logged.includes('another process has the data') && logged.includes(`"pid":${process.pid}`),
    );

  test('a standalone waits for whoever has the data, says who, and starts when it has ended', async () => {
    const release = await holdFolder(join(env.DATA_DIR, 'store'));
    const starting = launchStandalone({ dataDir: env.DATA_DIR });
    endings.push(() => starting.kill9());
    await untilItWaits(starting);
    await release();
    const { url } = await starting.ready();
    expect((await createVisitor(url).info()).state).toBe(0);
  });

  test('a standalone that waits for the data ends when it is asked to', async () => {
    await holdFolder(join(env.DATA_DIR, 'store'));
    const starting = launchStandalone({ dataDir: env.DATA_DIR });
    await untilItWaits(starting);
    expect(await starting.stop()).toBe(1);
    await untilLogged(starting, `is in use by the process ${process.pid}`);
  });

  test('a command that finds the app starting says so, waits, and asks it once it serves', async () => {
    await addUser(env, 'ada');
    // Between its two stores the app waits, with the first in its hand and nobody to answer at its socket.
    const release = await holdFolder(join(env.DATA_DIR, 'credentials'));
    const starting = launchStandalone({ dataDir: env.DATA_DIR });
    endings.push(() => starting.kill9());
    await untilItWaits(starting);
    const asking = startKith(['explain', '/op/web/info?customerId=c-1', '--json'], { env });
    await eventually(
      () => Promise.resolve(asking.told()),
      (told) => told.includes(`kith: the process ${starting.pid} has `),
    );
    await release();
    await starting.ready();
    const { exitCode, stdout } = await asking.ended;
    expect({ exitCode, row: JSON.parse(stdout) as unknown }).toMatchObject({
      exitCode: 0,
      row: { explanation: { row: 'create' } },
    });
  });
});
