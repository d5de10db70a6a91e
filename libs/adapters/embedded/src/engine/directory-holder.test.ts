import { describe, expect, test } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isRunning, thisProcess } from './directory-holder.ts';

const endedProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid!;
};

describe('the identity of a process', () => {
  test('tells that this process runs', () => expect(isRunning(thisProcess())).toBe(true));

  test('tells that an ended process does not', async () => {
    expect(isRunning({ ...thisProcess(), pid: await endedProcess() })).toBe(false);
  });

  test('is not that of another process that got the same id later', () => {
    expect(isRunning({ ...thisProcess(), startedAt: 'earlier' })).toBe(false);
  });

  test('is not that of a process before the machine was started anew', () => {
    expect(isRunning({ ...thisProcess(), bootId: 'before' })).toBe(false);
  });
});
