import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '../process/workspace-root.ts';
import { startToFirstAnswer, type StartedKith } from './first-answer.ts';

/** Something that people do again and again. */
export interface TimedCommand {
  readonly name: string;
  /** Does it once; answers with how many seconds that took. What surrounds it is not counted. */
  time(): Promise<number>;
}

const MAX_MS = 600_000;
/** What a run prints is not shown; 64 MiB are more than any prints. */
const MAX_BYTES = 67_108_864;

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
};

const run = (command: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<unknown> =>
  promisify(execFile)(command, args, {
    cwd: workspaceRoot,
    env: { ...process.env, ...variables },
    timeout: MAX_MS,
    maxBuffer: MAX_BYTES,
  });

const inNewFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-timing-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const withKith = async (folder: string, data: string, use: (kith: StartedKith) => Promise<number>) => {
  const kith = await startToFirstAnswer(folder, data);
  try {
    return await use(kith);
  } finally {
    await kith.stop();
  }
};

const start = (folder: string, data: string): Promise<number> => {
  const begun = performance.now();
  return withKith(folder, data, async () => (performance.now() - begun) / 1_000);
};

const KITH = join(workspaceRoot, 'kith');

const askRunningApp = (data: string): Promise<number> =>
  withKith(workspaceRoot, data, ({ dataDirectory }) =>
    secondsOf(() => run(KITH, ['user', 'list', '--account', 'demo'], { DATA_DIR: dataDirectory })),
  );

const startClone = async (folder: string): Promise<number> => {
  const clone = join(folder, 'kith');
  await run('git', ['clone', '--quiet', workspaceRoot, clone]);
  return start(clone, join(folder, 'data'));
};

/** What the page on performance tells the times of. */
export const TIMED_COMMANDS: readonly TimedCommand[] = [
  { name: './kith --help', time: () => secondsOf(() => run(KITH, ['--help'])) },
  { name: './kith user list, asked of a running app', time: () => inNewFolder(askRunningApp) },
  { name: 'start to the first answer', time: () => inNewFolder((data) => start(workspaceRoot, data)) },
  { name: 'start of a fresh clone to the first answer', time: () => inNewFolder(startClone) },
  {
    name: 'test libs/domain',
    time: () => secondsOf(() => run('npx', ['-y', 'pnpm@12', 'test', 'libs/domain'])),
  },
];
