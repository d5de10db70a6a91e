import process from 'node:process';
import type { Readable } from 'node:stream';

/** Where a command reads and writes. */
export interface Terminal {
  /** Standard input; `isTTY` where a person types. */
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Writes a line of data: standard output. */
  data(line: string): void;
  /** Tells a person something: standard error. */
  message(line: string): void;
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
  };
};
