import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { workspaceRoot } from '../process/workspace-root.ts';
import { nodeFlags } from './node-flags.ts';

/** One app of the suite, as a process of its own. */
export interface SuiteApp {
  readonly name: string;
  /** '' where nobody calls it. */
  readonly url: string;
  readonly managementUrl: string;
  /** The id of its process, which changes with `restart`. */
  pid(): number | undefined;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same ports and waits until it is ready; ends it in order first where it still runs. */
  restart(): Promise<void>;
}

export interface AppPlan {
  readonly name: string;
  /** null: it has none. */
  readonly port: number | null;
  readonly managementPort: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** How long an app may take to become ready, in milliseconds. */
const START_MS = 180_000;
const PROBE_MS = 50;
/** How long an app may take to end in order, in milliseconds: more than it takes by itself. */
const ORDERLY_END_MS = 30_000;

/** Starts an app and waits until it is ready; its logs go to standard error. */
export const startApp = async (plan: AppPlan): Promise<SuiteApp> => {
  let child = await startReady(plan);
  return {
    name: plan.name,
    url: plan.port === null ? '' : `http://127.0.0.1:${plan.port}`,
    managementUrl: managementUrlOf(plan),
    pid: () => child.pid,
    stop: () => endInOrder(child),
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      await endInOrder(child);
      child = await startReady(plan);
    },
  };
};

const managementUrlOf = ({ managementPort }: AppPlan): string => `http://127.0.0.1:${managementPort}`;

const startReady = async (plan: AppPlan): Promise<ChildProcess> => {
  const main = join(workspaceRoot, `apps/${plan.name}/dist/main.js`);
  const child = spawn(process.execPath, [...nodeFlags(plan.name), main], {
    cwd: workspaceRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      // Nobody balances anything here.
      DRAIN_SECONDS: '0',
      ...process.env,
      ...plan.environment,
      ...(plan.port === null ? {} : { PORT: String(plan.port) }),
      MANAGEMENT_PORT: String(plan.managementPort),
    },
  });
  await untilReady(plan, child).catch(async (error: unknown) => {
    await end(child, 'SIGKILL');
    throw error;
  });
  return child;
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

const endInOrder = async (child: ChildProcess): Promise<void> => {
  const hardEnd = setTimeout(() => void child.kill('SIGKILL'), ORDERLY_END_MS);
  await end(child, 'SIGTERM');
  clearTimeout(hardEnd);
};

const untilReady = async (plan: AppPlan, child: ChildProcess): Promise<void> => {
  const latest = performance.now() + START_MS;
  while (!(await isReady(managementUrlOf(plan)))) {
    if (hasEnded(child)) throw new Error(`${plan.name} ended with ${child.exitCode ?? child.signalCode}`);
    if (performance.now() > latest) throw new Error(`${plan.name} is not ready after ${START_MS} ms`);
    await pause(PROBE_MS);
  }
};

const isReady = async (managementUrl: string): Promise<boolean> => {
  const answer = await fetch(`${managementUrl}/readyz`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
};
