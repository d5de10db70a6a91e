import { describe, expect, test } from 'vitest';
import type { OutboxTable } from '@kith/ports';
import { movesOf, ownersAfter, rangesOf } from './fair-share.ts';

const RANGES = 16;

const tableOf = (
  living: readonly string[],
  owners: OutboxTable['owners'],
  dead: readonly string[] = [],
): OutboxTable => ({
  version: 1,
  now: 10,
  members: [
    ...living.map((id) => ({ id, until: 11 })),
    // Whoever should have renewed until now has not.
    ...dead.map((id) => ({ id, until: 10 })),
  ],
  owners,
});

const nobodys: OutboxTable['owners'] = Array.from({ length: RANGES }, () => null);

/** Members that move again and again, in any order, until all have what they should. */
const settle = (table: OutboxTable, turns: readonly string[]): { table: OutboxTable; moved: number } => {
  let [current, moved] = [table, 0];
  for (const member of turns) {
    const { surplus, missing } = movesOf(current, member);
    moved += missing.length;
    current = { ...current, owners: ownersAfter(current, member, surplus, missing) };
  }
  return { table: current, moved };
};

describe('the ranges of the outbox', () => {
  test('are shared evenly within one, whoever owned what and in whatever order they move', () => {
    for (let members = 1; members <= 20; members += 1) {
      for (const stride of [1, 3, 5, 7]) {
        const living = Array.from({ length: members }, (_, place) => `member ${place}`);
        const known = [...living, 'dead', 'long gone', null];
        const owners = nobodys.map((_, range) => known[(range * stride + members) % known.length]!);
        const order = living.map((_, place) => living[(place * 7 + stride) % members]!);
        const all = [...new Set([...order, ...living])];
        const { table } = settle(tableOf(living, owners, ['dead']), [...all, ...all]);
        const shares = living.map((member) => rangesOf(table, member).length);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(RANGES);
        expect(living.every((member) => movesOf(table, member).isSettled)).toBe(true);
      }
    }
  });

  test('move no more than the newcomer needs', () => {
    const { table } = settle(tableOf(['a', 'b'], nobodys), ['a', 'b']);
    const { moved } = settle({ ...table, members: tableOf(['a', 'b', 'c'], []).members }, ['a', 'b', 'c']);
    expect(moved).toBe(5);
  });

  test('of the dead go to the living, and nothing of the living does', () => {
    const { table } = settle(tableOf(['a', 'b', 'c'], nobodys), ['a', 'b', 'c']);
    const after = settle(tableOf(['a', 'c'], table.owners, ['b']), ['a', 'c', 'a', 'c']).table;
    for (const member of ['a', 'c'])
      expect(rangesOf(after, member)).toEqual(expect.arrayContaining([...rangesOf(table, member)]));
  });

  test('are nothing to whoever is taken for dead', () => {
    expect(movesOf(tableOf(['a'], nobodys, ['b']), 'b')).toMatchObject({ missing: [], isSettled: true });
  });
});
