import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { addUser, runKith } from './run-kith.ts';

/** Every command and every wrong use: `run-command.test.ts` of the app; here is what a process makes of it. */
describe('how kith is used', () => {
  let env: { readonly DATA_DIR: string };
  const endings = useEndings();
  beforeAll(async () => {
    env = { DATA_DIR: await newDataDir() };
    endings.push(() => removeDataDir(env.DATA_DIR));
    await addUser(env, 'ada');
  });

  const kith = (line: string, input = '') => runKith(line === '' ? [] : line.split(' '), { env, input });

  test.each(['', 'user', 'export audience'])(
    'kith %s --help tells it on standard output',
    async (command) => {
      const { exitCode, stdout, stderr } = await kith(`${command} --help`.trim());
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage: kith ${command}`));
    },
  );

  test.each([
    ['no command', ''],
    ['an option that does not exist', 'user list --account demo --yaml'],
    ['an option without its value', 'user list --account'],
    ['a reason that says nothing', 'keys rotate --reason='],
  ])('%s is wrong usage: exit code 2, and nothing on standard output', async (_what, line) => {
    const { exitCode, stdout, stderr } = await kith(line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test.each(['--password hunter2', '--password=hunter2', '-phunter2'])(
    'a password on the command line is refused, and not repeated: %s',
    async (option) => {
      const line = `user add --account demo --username eve --password-stdin ${option}`;
      const { exitCode, stdout, stderr } = await kith(line, 'hunter2\n');
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).not.toContain('hunter2');
    },
  );

  test.each([
    ['an account that does not exist', {}, 'has no account "nobody"'],
    ['a configuration that does not exist', { CONFIG_FILE: '/nowhere/kith.yaml' }, 'CONFIG_FILE'],
    ['a setting that is none', { MONGODB_URI: 'postgres://x:secret@y' }, 'MONGODB_URI: must be'],
    ['a resolver, but no database with the users', { RESOLVER_URL: 'http://127.0.0.1:1' }, 'MONGODB_URI'],
    ['data that cannot be', { DATA_DIR: '/dev/null/data' }, '/dev/null'],
  ])('%s is a failure: exit code 1, and one sentence', async (_what, settings, sentence) => {
    const { exitCode, stdout, stderr } = await runKith(['user', 'list', '--account', 'nobody'], {
      env: { ...env, ...settings },
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('secret');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each([
    'recompute',
    'dead-letters list',
    'destinations list',
    'user list --account demo',
    'user passwd --account demo --username ada --password-stdin',
    'keys rotate',
    'audit verify --account demo',
  ])(
    'kith %s makes no data where there is none: exit code 1, and one sentence that names DATA_DIR',
    async (line) => {
      const home = await newDataDir();
      const DATA_DIR = join(home, 'mistyped');
      const { exitCode, stdout, stderr } = await runKith(line.split(' '), { env: { DATA_DIR }, input: 'p' });
      expect({ exitCode, stdout, made: await readdir(home) }).toEqual({ exitCode: 1, stdout: '', made: [] });
      expect(stderr).toMatch(/^kith: there is no data in .*mistyped\/\w+; DATA_DIR [^\n]+\n$/);
      await removeDataDir(home);
    },
  );

  test('a user may come before the first start, and so may an import: what reads finds the data then', async () => {
    const [DATA_DIR, other] = [await newDataDir(), await newDataDir()];
    const file = join(other, 'permissions.csv');
    await writeFile(
      file,
      'identifier,value,permission,status,modifiedAt\ncustomerId,4711,CS-OPT,true,2026-01-02T03:04:05Z\n',
    );
    const add = 'user add --account demo --username ada --password-stdin';
    const lines = [
      [{ DATA_DIR }, add],
      [{ DATA_DIR }, 'audit list --account demo --json'],
      [{ DATA_DIR: join(other, 'data') }, `import permissions ${file} --account demo`],
      [{ DATA_DIR: join(other, 'data') }, 'user list --account demo --json'],
    ] as const;
    for (const [settings, line] of lines) {
      const { exitCode, stderr } = await runKith(line.split(' '), {
        env: settings,
        input: 'a long password',
      });
      expect({ line, exitCode, stderr }).toMatchObject({ line, exitCode: 0 });
    }
    await Promise.all([DATA_DIR, other].map(removeDataDir));
  });
});
