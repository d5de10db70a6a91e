import { describe, expect, test } from 'vitest';
import { runWithNode, withoutNode } from './run-with-node.ts';

describe('a program that is run with another Node', () => {
  test('gets the command line without what names the Node', () => {
    expect(withoutNode(['--short', '--node', '24', '--only', 'x'])).toEqual(['--short', '--only', 'x']);
    expect(withoutNode(['--node=24', 'node', '--nodes'])).toEqual(['node', '--nodes']);
  });

  test('ends as it ended, and where it is told to', async () => {
    const running = new AbortController();
    expect(await runWithNode(process.execPath, ['-e', 'process.exit(7)'], running.signal)).toBe(7);
    const waiting = runWithNode(process.execPath, ['-e', 'setInterval(() => 0, 1e6)'], running.signal);
    setImmediate(() => running.abort());
    expect(await waiting).toBe(1);
  });

  test('is not begun where there is none', async () => {
    const never = new AbortController().signal;
    await expect(runWithNode('/nonexistent', [], never)).rejects.toThrow(
      '--node: /nonexistent is no executable',
    );
  });
});
