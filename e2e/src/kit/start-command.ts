import { spawn } from 'node:child_process';
import { eventually } from './eventually.ts';
import { hangUp } from './http.ts';

export type StartedCommand = {
  readonly url: string;
  readonly printed: () => string;
  readonly logged: () => string;
  /** What Ctrl-C does: asks every process of the command to end, and waits until all have. */
  readonly interrupt: () => Promise<void>;
};

const publicLine = /Visits\s+(http:\/\/127\.0\.0\.1:\d+)/;
const fourMinutes = 240_000;

/** Starts a command that installs, builds and starts Kith, and waits until Kith says where it is. */
export const startCommand = async (
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<StartedCommand> => {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const group = -(child.pid ?? 0);
  let printed = '';
  let logged = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (logged += chunk.toString('utf8')));
  const interrupt = async (): Promise<void> => {
    hangUp();
    process.kill(group, 'SIGINT');
    await eventually(
      () => Promise.resolve(isAlive(group)),
      (alive) => !alive,
    );
  };
  const look = () => Promise.resolve({ url: publicLine.exec(printed)?.[1], exitCode: child.exitCode });
  const { url } = await eventually(
    look,
    (seen) => seen.url !== undefined || seen.exitCode !== null,
    fourMinutes,
  );
  if (url === undefined) throw new Error(`${command} ${args.join(' ')} ended:\n${printed}${logged}`);
  return { url, printed: () => printed, logged: () => logged, interrupt };
};

const isAlive = (group: number): boolean => {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
};
