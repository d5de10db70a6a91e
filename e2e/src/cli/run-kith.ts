import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { appEnvironment } from '../kit/plain-environment.ts';
import { run, type Ran } from '../kit/run.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

const main = join(workspaceRoot, 'apps/cli/dist/main.js');

export type KithRun = {
  /** What the environment says beside what every app is started with: `DATA_DIR` and so on. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads from standard input; nothing without it. */
  readonly input?: string;
};

/** A `kith` that runs. */
export type StartedKith = {
  /** What it has written to standard error so far. */
  readonly told: () => string;
  readonly ended: Promise<Ran>;
};

/** Starts `kith`; what holds it up can then be looked at. */
export const startKith = (args: readonly string[], { env }: Pick<KithRun, 'env'>): StartedKith => {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: workspaceRoot,
    env: { ...appEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, stdout, stderr }));
  return { told: () => stderr, ended };
};

/** Runs `kith` to its end. */
export const runKith = (args: readonly string[], { env, input }: KithRun): Promise<Ran> =>
  run(process.execPath, [main, ...args], {
    cwd: workspaceRoot,
    env: { ...appEnvironment(), ...env },
    ...(input === undefined ? {} : { input }),
  });

/** Adds a user to the account `demo`; the password is typed with a final newline. */
export const addUser = (
  env: KithRun['env'],
  username: string,
  password = `password of ${username}`,
): Promise<Ran> =>
  runKith(['user', 'add', '--account', 'demo', '--username', username, '--password-stdin'], {
    env,
    input: `${password}\n`,
  });

/** The names that `kith user list --json` prints. */
export const listedUsers = async (env: KithRun['env']): Promise<readonly string[]> => {
  const { stdout } = await runKith(['user', 'list', '--account', 'demo', '--json'], { env });
  return (JSON.parse(stdout) as { readonly username: string }[]).map(({ username }) => username);
};
