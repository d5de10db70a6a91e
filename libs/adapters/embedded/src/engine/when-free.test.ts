import { describe, expect, test } from 'vitest';
import { deadlineIn } from '@kith/platform';
import { DirectoryInUse } from './directory-holder.ts';
import { whenFree } from './when-free.ts';

const unheard = (): void => undefined;

describe('waiting for a data directory', () => {
  test('ends when it is free', async () => {
    let holders = 3;
    const attempt = async (): Promise<string> => {
      if ((holders -= 1) > 0) throw new DirectoryInUse('data', 4711);
      return 'opened';
    };
    expect(await whenFree(deadlineIn(60_000), attempt, unheard)).toBe('opened');
  });

  test('says whom it waits for, of each once, and of none who has it for a moment', async () => {
    const holders = [...Array<number>(10).fill(1), ...Array<number>(15).fill(2), ...Array<number>(5).fill(3)];
    const attempt = async (): Promise<string> => {
      const pid = holders.shift();
      if (pid !== undefined) throw new DirectoryInUse('data', pid);
      return 'opened';
    };
    const heard: number[] = [];
    await whenFree(deadlineIn(60_000), attempt, ({ pid }) => heard.push(pid));
    expect(heard).toEqual([2, 3]);
  });

  test('ends with its deadline, and says who has it', async () => {
    const attempt = () => Promise.reject(new DirectoryInUse('data', 4711));
    await expect(whenFree(deadlineIn(60), attempt, unheard)).rejects.toThrow('the process 4711');
  });

  test('is not for what waiting does not mend', async () => {
    const attempt = () => Promise.reject(new Error('the disk is gone'));
    await expect(whenFree(deadlineIn(2 ** 31 - 1), attempt, unheard)).rejects.toThrow('the disk is gone');
  });
});
