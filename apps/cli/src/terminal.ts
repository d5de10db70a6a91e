import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where a command reads and writes. */
export interface Terminal {
  /** Standard input; `isTTY` where a person types. */
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Writes a line of data: standard output. */
  data(line: string): void;
  /** Tells a person something: standard error. */
  message(line: string): void;
  /** Writes lines of data, however many they are, as fast as they are read. */
  print(lines: AsyncIterable<string>): Promise<void>;
  /** Shows a line in the place of the one before it; null where standard error is no terminal. */
  readonly status: ((line: string) => void) | null;
}

/** The terminal of this process. A reader that has enough (`| head`) ends the command in silence. */
export const processTerminal = (): Terminal => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return {
    input: process.stdin,
    data: (line) => void process.stdout.write(`${line}\n`),
    message: (line) => void process.stderr.write(`${line}\n`),
    print: (lines) => pipeline(Readable.from(withNewlines(lines)), process.stdout, { end: false }),
    status: process.stderr.isTTY ? (line) => void process.stderr.write(`\r${line}\u001B[K`) : null,
  };
};

const withNewlines = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
};
