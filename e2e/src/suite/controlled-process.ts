import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { workspaceRoot } from '../kit/workspace-root.ts';

/** A command of the workspace that obeys lines. */
export type ControlledProcess = {
  /** What the lines that it has printed until it was ready say. */
  readonly banner: string;
  /** Sends one line and waits until it is done; throws where it was not. */
  readonly command: (line: string) => Promise<void>;
  /** Asks it to end (SIGTERM) and answers with its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Everything that it printed on standard error so far. */
  readonly logged: () => string;
};

/** Starts a command with `--control` and waits for the line that says that it is ready. */
export const startControlled = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  readyLine: RegExp,
): Promise<ControlledProcess> => {
  const child = spawn(process.execPath, [...args, '--control'], { cwd: workspaceRoot, env });
  const exited = once(child, 'exit');
  let logged = '';
  child.stderr.on('data', (chunk: Buffer) => (logged += chunk.toString('utf8')));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readUntil = async (isLast: (line: string) => boolean): Promise<readonly string[]> => {
    const read: string[] = [];
    for (;;) {
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
      if (done === true) throw new Error(`${args.join(' ')} ended: ${read.join('\n')}\n${logged}`);
      read.push(value);
      if (isLast(value)) return read;
    }
  };
  const banner = (await readUntil((line) => readyLine.test(line))).join('\n');
  const command = async (line: string): Promise<void> => {
    child.stdin.write(`${line}\n`);
    const answer = (await readUntil((read) => /^(done|failed) /.test(read))).at(-1);
    if (answer !== `done ${line}`) throw new Error(`${line}: ${answer}`);
  };
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    await exited;
    return child.exitCode;
  };
  return { banner, command: oneAfterTheOther(command), stop, logged: () => logged };
};

/** Commands are answered in their order, so each waits for the one before it. */
const oneAfterTheOther = (command: (line: string) => Promise<void>): ((line: string) => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  return (line) => {
    const done = last.then(() => command(line));
    last = done.catch(() => undefined);
    return done;
  };
};
