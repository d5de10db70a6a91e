import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deadlineIn, NO_DEADLINE } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { gathered, type AskAll } from './gathered.ts';

/** Doubles numbers, and notes what it was asked at a time. */
const doubling = (): { readonly asked: (readonly number[])[]; readonly ask: AskAll<number, number> } => {
  const asked: (readonly number[])[] = [];
  const ask: AskAll<number, number> = async (_deadline, numbers) => {
    asked.push(numbers);
    if (numbers.includes(13)) throw new Error('13 cannot be doubled');
    return numbers.map((number) => 2 * number);
  };
  return { asked, ask };
};
const BOUNDS = { sizeOf: () => 1, maxSize: 4 };

test('who asks within a turn is asked for together, and told its own answers in their order', async () => {
  const { asked, ask } = doubling();
  const together = gathered(ask, BOUNDS);
  const answers = [[1, 2], [3], []].map((numbers) => together(NO_DEADLINE, numbers));
  expect(await Promise.all(answers)).toEqual([[2, 4], [6], []]);
  expect(await together(NO_DEADLINE, [4])).toEqual([8]);
  expect(asked).toEqual([[1, 2, 3], [4]]);
});

test('who asks while two commands are under way is part of the next one; nobody waits for a straggler', async () => {
  const asked: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const together = gathered<number, number>((_deadline, numbers) => {
    asked.push(numbers);
    return new Promise((resolve) => ends.push(() => resolve(numbers)));
  }, BOUNDS);
  const later = async (number: number): Promise<{ readonly answer: Promise<readonly number[]> }> => {
    const answer = together(NO_DEADLINE, [number]);
    await nextTurn();
    return { answer };
  };
  const [first, second] = [await later(1), await later(2)];
  const [third, fourth] = [await later(3), await later(4)];
  expect(asked).toEqual([[1], [2]]);
  ends[0]!();
  expect(await first.answer).toEqual([1]);
  await nextTurn();
  expect(asked).toEqual([[1], [2], [3, 4]]);
  const fifth = await later(5);
  while (asked.length < 4) await nextTurn();
  for (const end of ends.slice(1)) end();
  expect(await Promise.all([second, third, fourth, fifth].map(({ answer }) => answer))).toEqual([
    [2],
    [3],
    [4],
    [5],
  ]);
});

test('a command holds no more than it may, also of one caller', async () => {
  const { asked, ask } = doubling();
  const together = gathered(ask, BOUNDS);
  const answers = [[1, 2, 3], [4, 5], [6], [7, 8, 9, 10, 11]].map((numbers) =>
    together(NO_DEADLINE, numbers),
  );
  expect(await Promise.all(answers)).toEqual([[2, 4, 6], [8, 10], [12], [14, 16, 18, 20, 22]]);
  expect(asked).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9, 10], [11]]);
});

test('larger questions fill a command sooner', async () => {
  const { asked, ask } = doubling();
  const together = gathered(ask, { sizeOf: (number) => number, maxSize: 4 });
  expect(await together(NO_DEADLINE, [1, 2, 3, 9])).toEqual([2, 4, 6, 18]);
  expect(asked).toEqual([[1, 2], [3], [9]]);
});

test('each caller is told by its own deadline; nobody else is hurt by a hurry', async () => {
  let answer = (): void => undefined;
  const remaining: number[] = [];
  const together = gathered<number, number>((deadline, numbers) => {
    remaining.push(deadline.remainingMs());
    return new Promise((resolve) => (answer = () => resolve(numbers)));
  }, BOUNDS);
  const patient = together(deadlineIn(60_000), [1]);
  await expect(together(deadlineIn(5), [2])).rejects.toThrow(Unavailable);
  await expect(together({ remainingMs: () => 0 }, [3])).rejects.toThrow(Unavailable);
  answer();
  expect(await patient).toEqual([1]);
  expect(remaining).toEqual([expect.closeTo(60_000, -4)]);
});

test('what fails together is asked apart: only who asked for it fails', async () => {
  const { asked, ask } = doubling();
  const together = gathered(ask, BOUNDS);
  const outcomes = await Promise.allSettled(
    [[1], [13], [2]].map((numbers) => together(NO_DEADLINE, numbers)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(asked).toEqual([[1, 13, 2], [1], [13], [2]]);
});
