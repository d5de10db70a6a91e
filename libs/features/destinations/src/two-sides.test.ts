import { describe, expect, test } from 'vitest';
import { createGate } from '@kith/testing';
import { createTwoSides } from './two-sides.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a room of two sides', () => {
  test('lets in one side at a time, and who waits goes before who comes later', async () => {
    const { enter } = createTwoSides<'a' | 'b'>();
    const inside: string[] = [];
    const [first, second] = [createGate(), createGate()];
    const visit = (side: 'a' | 'b', name: string, leave: Promise<void>) =>
      enter(side, async () => {
        inside.push(name);
        await leave;
      });
    const visits = [
      visit('a', 'a1', first.passed),
      visit('a', 'a2', first.passed),
      visit('b', 'b1', second.passed),
      visit('a', 'a3', Promise.resolve()),
      visit('b', 'b2', second.passed),
    ];
    await turn();
    expect(inside).toEqual(['a1', 'a2']);
    first.open();
    await turn();
    expect(inside).toEqual(['a1', 'a2', 'b1', 'b2']);
    second.open();
    await Promise.all(visits);
    expect(inside).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  test('is left by work that fails', async () => {
    const { enter } = createTwoSides<'a' | 'b'>();
    const failing = enter('a', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await enter('b', async () => 'through')).toBe('through');
  });
});
