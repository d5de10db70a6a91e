import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** What can be done to one thing, by the word that asks for it. */
export type Actions = Readonly<Record<string, () => unknown>>;

/** What a control line looks like and how it is answered, for the help of a command that takes them. */
export const CONTROL_HELP = `With --control, lines of standard input are obeyed, one after the other: a name and what happens to it.
Each is answered by one line on standard output, "done NAME ACTION" or "failed NAME ACTION: why". The end of standard
input stops it.
`;

/** Ends with the signal to stop, or with the end of the lines where there are any: then nobody is left to stop it. */
export const untilToldToStop = async (lines?: Readable): Promise<void> => {
  const ends = lines === undefined ? [] : [once(lines, 'end')];
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ...ends]);
};

/** Whoever started it may be gone when it ends, and what it says then is no failure: it ends in order all the same. */
export const endWithoutReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};

/**
 * Obeys lines of the form `NAME ACTION` (`mongodb kill`) in their order, each after the one before it has been done,
 * and answers each with one line. Answers with what ends the listening.
 */
export const obeyLines = (
  input: Readable,
  output: Writable,
  targets: Readonly<Record<string, Actions>>,
): (() => void) => {
  const lines = createInterface({ input });
  let last: Promise<unknown> = Promise.resolve();
  lines.on('line', (line) => {
    last = last.then(async () => output.write(`${await obey(targets, line.trim())}\n`));
  });
  return () => {
    lines.close();
    input.destroy();
  };
};

const obey = async (targets: Readonly<Record<string, Actions>>, line: string): Promise<string> => {
  const [name = '', action = ''] = line.split(/\s+/);
  const known = Object.hasOwn(targets, name) ? targets[name]! : {};
  if (!Object.hasOwn(known, action)) return `failed ${line}: there is no such name or action`;
  try {
    await known[action]!();
    return `done ${line}`;
  } catch (error) {
    return `failed ${line}: ${String(error).replaceAll(/\s+/g, ' ')}`;
  }
};
