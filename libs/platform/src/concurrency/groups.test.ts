import { expect, test } from 'vitest';
import { createGroups } from './groups.ts';

/** Groups that are held until they are told to end. */
const heldGroups = (
  bounds: { readonly maxItems?: number; readonly maxWeight?: number; readonly maxAtOnce?: number } = {},
) => {
  const begun: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const groups = createGroups<string>({
    run: (group) => {
      begun.push(group);
      return new Promise((resolve) => ends.push(resolve));
    },
    maxItems: 100,
    maxWeight: 100,
    weightOf: ({ length }) => length,
    ...bounds,
  });
  return { groups, begun, endNext: () => ends.shift()?.() };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what arrives in one turn goes together, and what arrives meanwhile forms the next group', async () => {
  const { groups, begun, endNext } = heldGroups();
  groups.add('a');
  groups.add('b');
  await turn();
  groups.add('c');
  groups.add('d');
  await turn();
  expect(begun).toEqual([['a', 'b']]);
  endNext();
  await turn();
  expect(begun).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('nothing waits where no group is under way', async () => {
  const { groups, begun, endNext } = heldGroups();
  groups.add('a');
  await turn();
  endNext();
  await turn();
  groups.add('b');
  await turn();
  expect(begun).toEqual([['a'], ['b']]);
});

test('a group has no more items than it may, and weighs no more; what is heavier goes by itself', async () => {
  const { groups, begun, endNext } = heldGroups({ maxItems: 2, maxWeight: 5 });
  for (const item of ['a', 'b', 'c', 'dddd', 'eeeeeeee', 'f']) groups.add(item);
  for (let group = 0; group < 5; group += 1) {
    await turn();
    endNext();
  }
  expect(begun).toEqual([['a', 'b'], ['c', 'dddd'], ['eeeeeeee'], ['f']]);
});

test('where several may go at once, a full group goes beside those under way, and another one waits', async () => {
  const { groups, begun, endNext } = heldGroups({ maxItems: 3, maxWeight: 5, maxAtOnce: 2 });
  groups.add('a');
  await turn();
  groups.add('b');
  await turn();
  expect(begun).toEqual([['a']]);
  groups.add('cccc');
  await turn();
  expect(begun).toEqual([['a'], ['b', 'cccc']]);
  for (const item of ['d', 'e', 'f', 'g']) groups.add(item);
  await turn();
  expect(begun).toHaveLength(2);
  endNext();
  await turn();
  expect(begun.at(-1)).toEqual(['d', 'e', 'f']);
  endNext();
  await turn();
  expect(begun).toHaveLength(3);
  endNext();
  await turn();
  expect(begun.at(-1)).toEqual(['g']);
});
