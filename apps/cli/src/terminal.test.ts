import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { terminalOver } from './terminal.ts';

/** Takes so many writes and then fails, as a file on a full disk does, or a pipe that nobody reads any more. */
const failing = (code: string, takes = 0): Writable => {
  let left = takes;
  return new Writable({
    write: (_chunk, _encoding, done) => {
      left -= 1;
      done(left >= 0 ? null : Object.assign(new Error(`${code}: it takes no more`), { code }));
    },
  });
};

const terminalWith = (stdout: Writable) => {
  const stderr = new PassThrough();
  const ends: string[] = [];
  const terminal = terminalOver({
    stdin: Readable.from([]),
    stdout,
    stderr,
    exit: () => void ends.push('exit'),
  });
  const told = (): Promise<string> => {
    stderr.end();
    return text(stderr);
  };
  return { terminal, ends, told };
};

const SENTENCE = 'standard output does not take the data (ENOSPC: it takes no more)';
const lines = async function* (): AsyncGenerator<string> {
  yield 'one';
  yield 'two';
};

describe('standard output', () => {
  test('that takes all leaves the exit code as it is', async () => {
    const stdout = new PassThrough();
    const { terminal, told } = terminalWith(stdout);
    terminal.data('zero');
    await terminal.print(lines());
    expect([await terminal.exitCode(0), await terminal.exitCode(1)]).toEqual([0, 1]);
    stdout.end();
    expect(await text(stdout)).toBe('zero\none\ntwo\n');
    expect(await told()).toBe('');
  });

  test('that does not take the data of a command makes a failure of it, told in one sentence', async () => {
    const { terminal, ends, told } = terminalWith(failing('ENOSPC'));
    terminal.data('zero');
    expect(await terminal.exitCode(0)).toBe(1);
    expect(await told()).toBe(`kith: ${SENTENCE}\n`);
    expect(ends).toEqual([]);
  });

  test('that takes no more of many lines ends the printing of them, and a failure that was told is told once', async () => {
    const { terminal, told } = terminalWith(failing('ENOSPC', 1));
    await expect(terminal.print(lines())).rejects.toThrow('standard output does not take the data');
    expect(await terminal.exitCode(1)).toBe(1);
    expect(await told()).toBe('');
  });

  test('that has enough ends the command in silence', async () => {
    const { terminal, ends, told } = terminalWith(failing('EPIPE'));
    terminal.data('zero');
    await terminal.exitCode(0);
    expect(ends[0]).toBe('exit');
    expect(await told()).not.toContain('\n    at ');
  });
});
