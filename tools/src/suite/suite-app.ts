import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { workspaceRoot } from '../process/workspace-root.ts';

/** One app of the suite, as a process of its own. */
export interface SuiteApp {
  readonly name: string;
  readonly url: string;
  readonly managementUrl: string;
  readonly process: ChildProcess;
}

/** How an app is started. */
export interface AppPlan {
  readonly name: string;
  readonly port: number;
  readonly managementPort: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** How long an app may take to become ready, in milliseconds. */
const START_MS = 60_000;
const PROBE_MS = 100;

/** Starts an app and waits until it is ready; its logs go to standard error. */
export const startApp = async ({ name, port, managementPort, environment }: AppPlan): Promise<SuiteApp> => {
  const child = spawn(process.execPath, [join(workspaceRoot, `apps/${name}/dist/main.js`)], {
    cwd: workspaceRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, PORT: String(port), MANAGEMENT_PORT: String(managementPort) },
  });
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  await untilReady(name, child, managementUrl);
  return { name, url: `http://127.0.0.1:${port}`, managementUrl, process: child };
};

/** Asks an app to end, and waits until it has. */
export const stopApp = async ({ process: child }: SuiteApp): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
};

const untilReady = async (name: string, child: ChildProcess, managementUrl: string): Promise<void> => {
  const end = performance.now() + START_MS;
  while (!(await isReady(managementUrl))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}`);
    if (performance.now() > end) throw new Error(`${name} is not ready after ${START_MS} ms`);
    await pause(PROBE_MS);
  }
};

const isReady = async (managementUrl: string): Promise<boolean> => {
  const answer = await fetch(`${managementUrl}/readyz`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
};
