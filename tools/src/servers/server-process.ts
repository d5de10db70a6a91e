import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { holdProcess, releaseProcess } from '@kith/testing/hold-process';

/** How a server is started and when it is well. */
export interface ServerCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What it prints once it takes connections. */
  readonly readyLine: RegExp;
  /** How long it may take to print that, in milliseconds. */
  readonly startMs: number;
}

/** A server as a child process, started again and again on the same data. */
export interface ServerProcess {
  start(): Promise<void>;
  /** SIGTERM, and SIGKILL where that has not ended it in time. */
  end(): Promise<void>;
  /** SIGSTOP; returns when all of it stands still. */
  hold(): Promise<void>;
  /** SIGCONT. */
  release(): void;
  /** SIGKILL, and the end of the process. */
  kill(): Promise<void>;
}

const ORDERLY_END_MS = 20_000;
const KEPT_OUTPUT = 4_000;

/** The process does not outlive this one, however this one ends by itself. */
export const createServerProcess = (server: ServerCommand): ServerProcess => {
  let child: ChildProcess | null = null;
  const killAtExit = (): void => void child?.kill('SIGKILL');
  const forget = (): void => {
    child = null;
    process.off('exit', killAtExit);
  };
  const kill = async (): Promise<void> => {
    if (child !== null) await ended(child, 'SIGKILL');
    forget();
  };
  return {
    async start() {
      child = spawn(server.command, server.args, { stdio: ['ignore', 'pipe', 'pipe'] });
      process.on('exit', killAtExit);
      await untilReady(child, server).catch(async (error: unknown) => {
        await kill();
        throw error;
      });
    },
    async end() {
      if (child === null) return;
      const hardEnd = setTimeout(killAtExit, ORDERLY_END_MS);
      await ended(child, 'SIGTERM');
      clearTimeout(hardEnd);
      forget();
    },
    hold: () => holdProcess(runningPid(child)),
    release: () => releaseProcess(runningPid(child)),
    kill,
  };
};

const runningPid = (child: ChildProcess | null): number => {
  if (child?.pid === undefined) throw new Error('the server does not run');
  return child.pid;
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  // A process that SIGSTOP holds takes no other signal before this one.
  child.kill('SIGCONT');
  await exit;
};

const untilReady = (child: ChildProcess, server: ServerCommand): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`${server.name} ${why}; it last said:\n${output.slice(-KEPT_OUTPUT)}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${server.startMs} ms`), server.startMs);
    const listen = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-2 * KEPT_OUTPUT);
      if (!server.readyLine.test(output)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code, signal) => fail(`ended with ${code ?? signal ?? 'no code'}`));
  });
