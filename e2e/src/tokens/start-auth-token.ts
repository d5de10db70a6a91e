import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../kit/eventually.ts';
import { hangUp } from '../kit/http.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

/** One process of auth-token. */
export type AuthToken = { readonly url: string; readonly stop: () => Promise<number | null> };

const listening = /auth-token listens on (127\.0\.0\.1:\d+)/;

/** Starts an auth-token on a free port and waits until it listens. */
export const startAuthToken = async (env: Readonly<Record<string, string>>): Promise<AuthToken> => {
  const child = spawn(process.execPath, [join(workspaceRoot, 'apps/auth-token/dist/main.js')], {
    cwd: workspaceRoot,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  const look = () => Promise.resolve({ address: listening.exec(printed)?.[1], exitCode: child.exitCode });
  const { address } = await eventually(
    look,
    (seen) => seen.address !== undefined || seen.exitCode !== null,
    60_000,
  );
  if (address === undefined) throw new Error(`auth-token did not start:\n${printed}`);
  return {
    url: `http://${address}`,
    stop: async () => {
      hangUp();
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
};
