import process from 'node:process';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { errorSentence } from '@kith/platform';

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

/** A terminal that knows what has become of the data. */
export interface EndingTerminal extends Terminal {
  /**
   * With which code a command ends that came to this one: 1, and a sentence, where it seemed to succeed and standard
   * output did not take its data, as on a full disk.
   */
  exitCode(came: number): Promise<number>;
}

/** What a process reads and writes, and how it ends. */
export interface Streams {
  readonly stdin: Terminal['input'];
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  exit(): void;
}

/** The terminal of this process. */
export const processTerminal = (): EndingTerminal => terminalOver(process);

/** A terminal over these streams. A reader that has enough (`| head`) ends the command in silence. */
export const terminalOver = (streams: Streams): EndingTerminal => {
  const { stdin, stdout, stderr } = streams;
  let refusal: Error | null = null;
  stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE') streams.exit();
    refusal ??= new Error('standard output does not take the data', { cause });
  });
  const message = (line: string): void => void stderr.write(`${line}\n`);
  return {
    input: stdin,
    data: (line) => void stdout.write(`${line}\n`),
    message,
    print: async (lines) => {
      await pipeline(Readable.from(withNewlines(lines)), stdout, { end: false }).catch((error: unknown) => {
        throw refusal ?? error;
      });
    },
    exitCode: async (came) => {
      await written(stdout);
      if (refusal === null || came !== 0) return came;
      message(`kith: ${errorSentence(refusal)}`);
      return 1;
    },
    status: stderr.isTTY === true ? (line) => void stderr.write(`\r${line}\u001B[K`) : null,
  };
};

/** Waits for what was written before; a stream tells of a failure after it has answered whoever wrote. */
const written = async (stdout: Writable): Promise<void> => {
  await new Promise<void>((resolve) => stdout.write('', () => resolve()));
  await setImmediate();
};

const withNewlines = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
};
