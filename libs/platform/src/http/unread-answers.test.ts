import { describe, expect, test } from 'vitest';
import { readersToEnd } from './unread-answers.ts';

const bounds = { idleMs: 30, bytes: 100 };
const ended = (...readers: readonly (readonly [idleMs: number, bytes: number])[]): readonly number[] => {
  const named = readers.map(([idleMs, bytes], name) => ({ idleMs, bytes, name }));
  return readersToEnd(named, bounds).map(({ name }) => name);
};

describe('who is ended', () => {
  test('nobody while all read and little is kept', () => {
    expect(ended()).toEqual([]);
    expect(ended([29, 50], [0, 50])).toEqual([]);
  });

  test('whoever takes nothing for too long, however little is kept for it', () => {
    expect(ended([30, 1], [29, 1], [99, 0])).toEqual([0, 2]);
  });

  test('the idlest first when too much is kept, and no more than needed', () => {
    expect(ended([1, 60], [3, 60], [2, 60])).toEqual([1, 2]);
    expect(ended([1, 40], [3, 61], [2, 40])).toEqual([1]);
  });

  test('of those as idle as each other the one for whom most is kept', () => {
    expect(ended([1, 30], [1, 80], [1, 30])).toEqual([1]);
  });

  test('what was kept for those whose time is over counts no more', () => {
    expect(ended([30, 90], [5, 60])).toEqual([0]);
  });

  test('nobody for whom nothing is kept', () => {
    expect(ended([9, 0], [1, 200])).toEqual([1]);
  });
});
