import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../kit/eventually.ts';
import { freePorts } from '@kith/testing/free-ports';
import { holdProcess, releaseProcess } from '@kith/testing/hold-process';
import { send } from '../kit/http.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';
import { saying } from './within.ts';

export type ReplicatedApp = 'identity-resolver' | 'info-ingest' | 'graphql-query' | 'auth-token';

/** One process of an app, which is started again and again on the same ports. */
export type Replica = {
  readonly port: number;
  readonly url: string;
  readonly managementUrl: string;
  /** Waits until it is ready. */
  readonly start: () => Promise<void>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** SIGSTOP: its connections stay open and it does nothing. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Asks it to end (SIGTERM); a replica that is not running has ended. */
  readonly stop: () => Promise<void>;
};

export type ReplicaEnvironment = Readonly<Record<string, string>>;

/** How long a start may take on a busy machine whose group first waits for the sessions of the killed, in milliseconds. */
const START_MS = 120_000;
/** More than an app takes by itself, in milliseconds. */
const END_MS = 60_000;
const KEPT_OUTPUT = 4_000;

type Run = {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  readonly printed: () => string;
};

/** A replica that is not started yet. */
export const createReplica = async (app: ReplicatedApp, env: ReplicaEnvironment): Promise<Replica> => {
  const [port, managementPort] = (await freePorts(2)) as [number, number];
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  const ports = { PORT: String(port), MANAGEMENT_PORT: String(managementPort) };
  let running: Run | null = null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running === null) return;
    const { child, exited } = running;
    running = null;
    child.kill(signal);
    // One that SIGSTOP holds takes no other signal before this one.
    child.kill('SIGCONT');
    const hardEnd = setTimeout(() => void child.kill('SIGKILL'), END_MS);
    await exited;
    clearTimeout(hardEnd);
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    managementUrl,
    start: async () => {
      running = run(app, { ...env, ...ports });
      await saying(`the start of ${app} at ${managementUrl}`, untilReady(running, managementUrl));
    },
    kill: () => end('SIGKILL'),
    pause: () => holdProcess(running!.child.pid!),
    resume: () => releaseProcess(running!.child.pid!),
    stop: () => end('SIGTERM'),
  };
};

const run = (app: ReplicatedApp, env: ReplicaEnvironment): Run => {
  const child = spawn(process.execPath, [join(workspaceRoot, `apps/${app}/dist/main.js`)], {
    cwd: workspaceRoot,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer): void =>
    void (printed = (printed + chunk.toString('utf8')).slice(-KEPT_OUTPUT));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, exited: once(child, 'exit'), printed: () => printed };
};

const NO_ANSWER = { status: 0, text: '' };

const untilReady = async ({ child, printed }: Run, managementUrl: string): Promise<void> => {
  const seen = await eventually(
    async () => {
      const { status, text } = (await send(managementUrl, '/readyz').catch(() => null)) ?? NO_ANSWER;
      return { status, text, ended: child.exitCode ?? child.signalCode, printed: printed() };
    },
    ({ status, ended }) => status === 200 || ended !== null,
    START_MS,
  );
  if (seen.ended !== null) throw new Error(`it ended with ${seen.ended}:\n${seen.printed}`);
};
