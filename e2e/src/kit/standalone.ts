import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { hangUp, send } from './http.ts';
import { appEnvironment } from './plain-environment.ts';
import { workspaceRoot } from './workspace-root.ts';

/** The credentials of the first user of every standalone that the suites start. */
export const firstUser = { username: 'analyst', password: 'correct horse battery staple' } as const;

export type StartOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** The data directory; without one, a new one that is removed at the end. */
  readonly dataDir?: string;
  /** The Node that runs it; without one, the Node that runs the tests. */
  readonly node?: string;
};

export type Standalone = {
  readonly url: string;
  readonly managementUrl: string;
  /** The id of its process. */
  readonly pid: number;
  /** Everything that it printed so far, on both streams. */
  readonly output: () => string;
  readonly printed: () => string;
  readonly logged: () => string;
  /** Asks it to end (SIGTERM) and answers with its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Ends it without a word, as a power cut would. */
  readonly kill9: () => Promise<void>;
};

const main = join(workspaceRoot, 'apps/standalone/dist/main.js');
const publicLine = /Visits\s+(http:\/\/127\.0\.0\.1:\d+)/;
const managementLine = /Management\s+(http:\/\/127\.0\.0\.1:\d+)/;
/** How long a start may take on a loaded machine, in milliseconds. */
const START_MS = 180_000;

/** A new empty data directory. */
export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'kith-data-'));

/** A standalone that has been launched, and may not listen yet. */
export type LaunchedStandalone = Omit<Standalone, 'url' | 'managementUrl'> & {
  /** Waits until it says that it is ready. */
  readonly ready: () => Promise<Pick<Standalone, 'url' | 'managementUrl'>>;
};

/** Starts a standalone on free ports and waits until it says that it is ready. */
export const startStandalone = async (options: StartOptions = {}): Promise<Standalone> => {
  const dataDir = options.dataDir ?? (await newDataDir());
  const { ready, ...launched } = launchStandalone({ ...options, dataDir });
  const addresses = await ready().catch(async (error: unknown) => {
    // Nobody else knows of it.
    await launched.kill9();
    throw error;
  });
  if (options.dataDir !== undefined) return { ...addresses, ...launched };
  const removing = async <T>(ended: Promise<T>): Promise<T> => {
    const outcome = await ended;
    await rm(dataDir, { recursive: true, force: true });
    return outcome;
  };
  return {
    ...addresses,
    ...launched,
    stop: () => removing(launched.stop()),
    kill9: () => removing(launched.kill9()),
  };
};

/** Launches a standalone on free ports; what holds it up can then be looked at. */
export const launchStandalone = ({
  dataDir,
  ...options
}: StartOptions & { readonly dataDir: string }): LaunchedStandalone => {
  const child = spawn(options.node ?? process.execPath, [main], {
    cwd: workspaceRoot,
    env: { ...standaloneEnvironment(dataDir), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const streams = collect(child);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    hangUp();
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    pid: child.pid ?? 0,
    ...streams,
    ready: () => untilReady(child, streams),
    stop: () => end('SIGTERM'),
    kill9: async () => {
      await end('SIGKILL');
    },
  };
};

const untilReady = async (child: ChildProcess, streams: Streams) => {
  const url = await addressIn(child, streams, publicLine);
  const managementUrl = await addressIn(child, streams, managementLine);
  await eventually(
    () => send(managementUrl, '/readyz'),
    ({ status }) => status === 200,
    START_MS,
  );
  return { url, managementUrl };
};

const standaloneEnvironment = (dataDir: string): NodeJS.ProcessEnv => ({
  ...appEnvironment(),
  HOST: '127.0.0.1',
  PORT: '0',
  MANAGEMENT_PORT: '0',
  DATA_DIR: dataDir,
  BOOTSTRAP_USERNAME: firstUser.username,
  BOOTSTRAP_PASSWORD: firstUser.password,
});

type Streams = Pick<Standalone, 'output' | 'printed' | 'logged'>;

const collect = (child: ChildProcess): Streams => {
  let printed = '';
  let logged = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (logged += chunk.toString('utf8')));
  return { printed: () => printed, logged: () => logged, output: () => printed + logged };
};

const addressIn = async (child: ChildProcess, streams: Streams, line: RegExp): Promise<string> => {
  const find = (): string | undefined => line.exec(streams.printed())?.[1];
  await eventually(
    () => Promise.resolve({ address: find(), exitCode: child.exitCode }),
    ({ address, exitCode }) => address !== undefined || exitCode !== null,
    START_MS,
  );
  const address = find();
  if (address === undefined) throw new Error(`standalone did not start:\n${streams.output()}`);
  return address;
};
