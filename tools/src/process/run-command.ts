import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.ts';

/** What a command left: its exit code (1 when a signal or the end of its time ended it) and all that it printed. */
export type CommandResult = { readonly exitCode: number; readonly output: string };

/** The path of an executable that the workspace itself depends on. */
export const workspaceBinary = (name: string): string => join(workspaceRoot, 'node_modules/.bin', name);

/**
 * Runs a command in the folder of the workspace, shows what it prints while it runs, and keeps it.
 * It is killed when its time is over, where it has one. Rejects only when the command cannot be started at all.
 */
export const runCommand = (
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  longestMs?: number,
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: workspaceRoot,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(longestMs === undefined ? {} : { timeout: longestMs, killSignal: 'SIGKILL' }),
    });
    const chunks: Buffer[] = [];
    const keep = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      chunks.push(chunk);
      stream.write(chunk);
    };
    child.stdout.on('data', keep(process.stdout));
    child.stderr.on('data', keep(process.stderr));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ exitCode: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
