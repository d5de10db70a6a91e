import { spawn } from 'node:child_process';

/** What a generator prints on standard output; it is killed after `timeoutMs`, and its failure says what it said. */
export const runGenerator = (
  command: string,
  args: readonly string[],
  input: string,
  timeoutMs: number,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { timeout: timeoutMs, killSignal: 'SIGKILL' });
    let output = '';
    let complaints = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString('utf8')));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`the load ended with ${code ?? signal ?? 'no code'}: ${complaints || output}`));
    });
    child.stdin.end(input);
  });
