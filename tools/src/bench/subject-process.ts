import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { workspaceRoot } from '../process/workspace-root.ts';
import type { Demand, Requests, StartOptions, Subject } from './scenario.ts';

/** A program of this workspace and how it says where it listens. */
export interface SubjectProgram {
  readonly name: string;
  /** Relative to the folder of the workspace. */
  readonly main: string;
  /** What it prints when it listens; its first group is the URL. */
  readonly readyLine: RegExp;
  readonly variables?: Readonly<Record<string, string>>;
}

const START_MS = 60_000;
const END_MS = 10_000;
const KEPT_OUTPUT = 4_000;

/** Starts a program in a process of its own; it does not outlive this one. Rejects with what it said. */
export const startSubject = async (
  { name, main, readyLine, variables = {} }: SubjectProgram,
  { environment, nodeOptions }: StartOptions,
  requests: (url: string, demand: Demand) => Promise<Requests>,
): Promise<Subject> => {
  const child = spawn(process.execPath, [...nodeOptions, main], {
    cwd: workspaceRoot,
    env: { ...environment, NODE_ENV: 'production', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.on('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  const stop = (): Promise<void> => ended(child);
  try {
    const url = await announcedUrl(child, main, readyLine);
    return {
      url,
      parts: [{ name, pid: child.pid! }],
      others: [],
      requests: (demand) => requests(url, demand),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  child.kill('SIGTERM');
  await exit;
  clearTimeout(timer);
};

const announcedUrl = (child: ChildProcess, main: string, readyLine: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`${main} ${why}; it last said:\n${output}`));
    };
    const timer = setTimeout(() => fail(`did not listen within ${START_MS} ms`), START_MS);
    const listen = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT);
      const url = readyLine.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code, signal) => fail(`ended with ${code ?? signal ?? 'no code'}`));
  });
