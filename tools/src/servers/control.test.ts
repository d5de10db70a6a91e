import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { obeyLines, untilToldToStop } from './control.ts';

const answersTo = async (
  lines: readonly string[],
  targets: Parameters<typeof obeyLines>[2],
): Promise<readonly string[]> => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const stop = obeyLines(input, output, targets);
  input.write(lines.map((line) => `${line}\n`).join(''));
  const answers: string[] = [];
  for await (const line of createInterface({ input: output })) {
    if (answers.push(line) === lines.length) break;
  }
  stop();
  return answers;
};

describe('control by lines', () => {
  test('a line does what it says, and the next one waits for it', async () => {
    const order: string[] = [];
    const restart = async (): Promise<void> => {
      order.push('restart begins');
      await new Promise((resolve) => setImmediate(resolve));
      order.push('restart ends');
    };
    const answers = await answersTo(['redis restart', 'redis kill'], {
      redis: { restart, kill: () => order.push('kill') },
    });
    expect(answers).toEqual(['done redis restart', 'done redis kill']);
    expect(order).toEqual(['restart begins', 'restart ends', 'kill']);
  });

  test('whoever gives no lines any more has left, and what they controlled ends with them', async () => {
    const input = new PassThrough();
    const stopped = untilToldToStop(input);
    const stop = obeyLines(input, new PassThrough(), {});
    input.end();
    await stopped;
    stop();
  });

  test('what fails and what nobody knows is answered with one line', async () => {
    const fail = (): never => {
      throw new Error('not\nours');
    };
    const answers = await answersTo(['redis kill', 'redis toString', 'toString kill', 'redis'], {
      redis: { kill: fail },
    });
    expect(answers).toEqual([
      'failed redis kill: Error: not ours',
      'failed redis toString: there is no such name or action',
      'failed toString kill: there is no such name or action',
      'failed redis: there is no such name or action',
    ]);
  });
});
