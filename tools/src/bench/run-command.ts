import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { workspaceRoot } from '../process/workspace-root.ts';

export interface CommandUsage {
  readonly seconds: number;
  /** Of all its threads, user and system. */
  readonly cpuMs: number;
}

const TELL_USAGE = new URL('./tell-usage.js', import.meta.url).href;

/** Runs `kith` to its end. Rejects with what it said where it failed. */
export const runCommand = async (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<CommandUsage> => {
  const begun = process.hrtime.bigint();
  const child = spawn(process.execPath, ['--import', TELL_USAGE, 'apps/cli/dist/main.js', ...args], {
    cwd: workspaceRoot,
    env: { ...environment, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    signal,
  });
  const [said, told, [code]] = await Promise.all([
    text(child.stderr as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`kith ${args.join(' ')} ended with ${code}; it said:\n${said}`);
  const { userMs, systemMs } = JSON.parse(told) as { readonly userMs: number; readonly systemMs: number };
  return { seconds: Number(process.hrtime.bigint() - begun) / 1e9, cpuMs: userMs + systemMs };
};
