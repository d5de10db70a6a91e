import { describe, expect, test } from 'vitest';
import { ampleDeadline, createGate, deadlineIn, manyOf } from '@kith/testing';
import { createDeadlineWatch } from './deadline-watch.ts';

const aWatch = (count: number) => {
  const told: string[] = [];
  const allTold = createGate();
  const watch = createDeadlineWatch((name: string) => {
    told.push(name);
    if (told.length === count) allTold.open();
  });
  return { watch, told, allTold };
};

describe('a watch over deadlines', () => {
  test('tells of each when its deadline has passed, in whatever order they came', async () => {
    const { watch, told, allTold } = aWatch(3);
    watch.add('ample', ampleDeadline());
    watch.add('late', deadlineIn(40));
    watch.add('soon', deadlineIn(5));
    watch.add('past', deadlineIn(0));
    await allTold.passed;
    expect([...told].sort()).toEqual(['late', 'past', 'soon']);
    watch.remove('ample');
  });

  test('says nothing of those that are removed, and goes on with the others', async () => {
    const { watch, told, allTold } = aWatch(1);
    const others = manyOf(50, (index) => `other ${index}`);
    for (const other of others) watch.add(other, deadlineIn(1));
    for (const other of others) watch.remove(other);
    watch.add('one', deadlineIn(20));
    await allTold.passed;
    expect(told).toEqual(['one']);
  });

  test('tells once, and of one that comes back when its new deadline has passed', async () => {
    const { watch, told, allTold } = aWatch(2);
    watch.add('one', deadlineIn(1));
    while (told.length === 0) await new Promise((resolve) => setImmediate(resolve));
    watch.add('one', deadlineIn(1));
    await allTold.passed;
    expect(told).toEqual(['one', 'one']);
  });
});
