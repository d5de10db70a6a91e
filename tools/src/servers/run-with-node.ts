import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { namedNode } from './node-runtime.ts';

/** A command line without its `--node NAME`, for the process that is started with that Node. */
export const withoutNode = (args: readonly string[]): readonly string[] =>
  args.filter((arg, index) => !/^--node(=|$)/.test(arg) && args[index - 1] !== '--node');

/**
 * Runs a program of this workspace with the Node of that name in the place of this process, and answers with its exit
 * code: what it starts, by `process.execPath` or as `node`, runs with that Node too. Rejects where there is no such Node.
 */
export const runWithNode = async (
  name: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> => {
  const node = await namedNode(name);
  if ('missing' in node) throw new Error(`--node: ${node.missing}`);
  const path = [dirname(node.path), process.env['PATH']].join(delimiter);
  const child = spawn(node.path, [...args], { stdio: 'inherit', env: { ...process.env, PATH: path } });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};
