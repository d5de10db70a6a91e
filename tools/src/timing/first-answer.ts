import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Standalone on ports and data of its own. */
const OWN_PLACE = { HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: '0' };
const END_MS = 20_000;

/** A started Kith that has answered. */
export interface StartedKith {
  readonly dataDirectory: string;
  stop(): Promise<void>;
}

type Started = ChildProcessByStdio<null, Readable, null>;

const startIn = (folder: string, dataDirectory: string): Started =>
  spawn('npx', ['-y', 'pnpm@12', 'start'], {
    cwd: folder,
    env: { ...process.env, ...OWN_PLACE, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: the package manager does not hand every signal on.
    detached: true,
  });

const announcedAddress = async ({ stdout }: Started): Promise<string> => {
  for await (const line of createInterface(stdout)) {
    const [, address] = /^ +Visits +(http:\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('Kith ended before it said where it listens');
};

const end = async (child: Started): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null) return;
  const group = -child.pid;
  const exit = once(child, 'exit');
  const timer = setTimeout(() => process.kill(group, 'SIGKILL'), END_MS);
  process.kill(group, 'SIGTERM');
  await exit;
  clearTimeout(timer);
};

/** Starts Kith of this folder with the command of the README; resolves when it has answered its first request. */
export const startToFirstAnswer = async (folder: string, dataDirectory: string): Promise<StartedKith> => {
  const child = startIn(folder, dataDirectory);
  try {
    const answer = await fetch(await announcedAddress(child));
    if (!answer.ok) throw new Error(`the first request was answered with ${answer.status}`);
    return { dataDirectory, stop: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
};
