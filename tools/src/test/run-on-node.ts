import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';

/** Runs this very command on another Node, as do then all processes that it starts; answers with its exit code. */
export const runOnNode = async (node: string, args: readonly string[]): Promise<number> => {
  const path = [dirname(node), process.env['PATH']].join(delimiter);
  const child = spawn(node, [process.argv[1]!, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode ?? 1;
};
