import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { appEnvironment, plainEnvironment } from '../kit/plain-environment.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { run, type Ran } from '../kit/run.ts';
import { newDataDir } from '../kit/standalone.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

describe.each([
  { command: './kith', first: [] },
  { command: 'npx', first: ['-y', 'pnpm@12', 'kith'] },
])('$command $first', ({ command, first }) => {
  let dataDir: string;
  const endings = useEndings();
  beforeAll(async () => {
    dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
  });

  const kith = (...args: readonly string[]): Promise<Ran> =>
    run(command, [...first, ...args], {
      cwd: workspaceRoot,
      // What npm itself has to say of the settings of whoever runs the tests is not looked at.
      env: { ...plainEnvironment(), ...appEnvironment(), npm_config_loglevel: 'error', DATA_DIR: dataDir },
      input: 'it\'s "$HOME" & more\n',
    });

  test('hands arguments, input and output through', async () => {
    const name = 'o\'brien "$HOME" & co; exit 3';
    const added = await kith('user', 'add', '--account', 'demo', '--username', name, '--password-stdin');
    expect({ exitCode: added.exitCode, stdout: added.stdout }).toEqual({ exitCode: 0, stdout: '' });
    const listed = await kith('user', 'list', '--account', 'demo', '--json');
    const users = JSON.parse(listed.stdout) as readonly { readonly username: string }[];
    expect(users.map(({ username }) => username)).toEqual([name]);
  });

  test('hands the exit code of a failure through, and says no more than the sentence', async () => {
    expect(await kith('user', 'list', '--account', 'nobody')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'kith: the configuration has no account "nobody"\n',
    });
    const misused = await kith('user', 'list');
    expect({ exitCode: misused.exitCode, stdout: misused.stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(misused.stderr).not.toMatch(/pnpm|ELIFECYCLE/);
  });
});
