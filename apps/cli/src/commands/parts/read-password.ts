import type { Terminal } from '../../terminal.ts';
import { readInput } from './read-input.ts';

/** The password on standard input, without one final newline. Throws where the input is no UTF-8. */
export const readPassword = async (terminal: Terminal): Promise<string> => {
  if (terminal.input.isTTY === true) {
    terminal.message('The password is read from standard input (Ctrl-D ends it; it is shown).');
  }
  return textOf(await readInput(terminal)).replace(/\r?\n$/, '');
};

const textOf = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('the password on standard input is not UTF-8');
  }
};
