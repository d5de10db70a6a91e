import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainEnvironment } from '../kit/plain-environment.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { run } from '../kit/run.ts';
import { newDataDir } from '../kit/standalone.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(() => removeDataDir(dataDir));

const kith = (...args: readonly string[]) =>
  run('npx', ['-y', 'pnpm@12', 'kith', ...args], {
    cwd: workspaceRoot,
    env: { ...plainEnvironment(), DATA_DIR: dataDir },
    input: 'it\'s "$HOME" & more\n',
  });

test('npx -y pnpm@12 kith hands arguments, input, output and exit code through, and adds no data of its own', async () => {
  const name = 'o\'brien "$HOME" & co; exit 3';
  const added = await kith('user', 'add', '--account', 'demo', '--username', name, '--password-stdin');
  if (added.exitCode !== 0) throw new Error(`kith user add failed (${added.exitCode}): ${added.stderr}`);
  expect(added.stdout).toBe('');
  const listed = await kith('user', 'list', '--account', 'demo', '--json');
  expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ username: name })]);
  expect((await kith('user', 'list', '--account', 'nobody')).exitCode).toBe(1);
  expect((await kith('user', 'list')).exitCode).toBe(2);
  expect((await kith('user', 'list', '--help')).stdout).toMatch(/^Usage: kith user list/);
}, 240_000);
