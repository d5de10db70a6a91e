import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { hangUp } from './http.ts';
import { appEnvironment } from './plain-environment.ts';
import { workspaceRoot } from './workspace-root.ts';

/** One process of an app. */
export type App = { readonly url: string; readonly stop: () => Promise<number | null> };

/** Starts one of the apps on a free port and waits until it listens. */
export const startApp = async (
  name: 'auth-token' | 'graphql-query' | 'identity-resolver',
  env: Readonly<Record<string, string>>,
): Promise<App> => {
  const listening = new RegExp(`${name} listens on (127\\.0\\.0\\.1:\\d+)`);
  const child = spawn(process.execPath, [join(workspaceRoot, `apps/${name}/dist/main.js`)], {
    cwd: workspaceRoot,
    env: { ...appEnvironment(), HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  const look = () => Promise.resolve({ address: listening.exec(printed)?.[1], exitCode: child.exitCode });
  const { address } = await eventually(look, (seen) => seen.address !== undefined || seen.exitCode !== null);
  if (address === undefined) throw new Error(`${name} did not start:\n${printed}`);
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
