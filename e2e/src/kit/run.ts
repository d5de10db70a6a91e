import { spawn } from 'node:child_process';
import { plainEnvironment } from './plain-environment.ts';

export type Ran = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };

export type RunOptions = {
  readonly cwd: string;
  /** The whole environment; without it, a plain one. */
  readonly env?: NodeJS.ProcessEnv;
  /** What the command reads; nothing without it. */
  readonly input?: string;
};

/** Runs a command to its end and answers with all that it printed. */
export const run = (command: string, args: readonly string[], options: RunOptions): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? plainEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    child.on('error', reject);
    child.on('close', (exitCode) => {
      resolve({ exitCode, stdout, stderr });
    });
    child.stdin.end(options.input ?? '');
  });
