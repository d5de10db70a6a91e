import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a command prints; its failure says what it printed. */
export const runQuietly = async (command: string, args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args);
  return stdout;
};
