import { describe, expect, test } from 'vitest';
import { pause } from './pause.ts';
import { startWakeableLoop } from './wakeable-loop.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a wakeable loop', () => {
  test('begins at once, rests until it is woken, and ends when it is stopped', async () => {
    let turns = 0;
    const loop = startWakeableLoop({
      turn: async () => {
        turns += 1;
        return Infinity;
      },
    });
    expect(turns).toBe(1);
    await settled();
    expect(turns).toBe(1);
    loop.wake();
    await settled();
    expect(turns).toBe(2);
    await loop.stop();
    loop.wake();
    await settled();
    expect(turns).toBe(2);
  });

  test('takes another turn at once where it was woken in one', async () => {
    let turns = 0;
    const loop = startWakeableLoop({
      turn: async () => {
        turns += 1;
        await settled();
        if (turns === 1) loop.wake();
        return 60_000;
      },
    });
    while (turns < 2) await settled();
    await loop.stop();
    expect(turns).toBe(2);
  });

  test('rests for as long as a turn says', async () => {
    let turns = 0;
    const loop = startWakeableLoop({ turn: async () => ((turns += 1) < 3 ? 1 : 60_000) });
    while (turns < 3) await pause(1);
    await loop.stop();
    expect(turns).toBe(3);
  });

  test('may rest before its first turn, and takes none where it is stopped by then', async () => {
    let turns = 0;
    const turn = async (): Promise<number> => {
      turns += 1;
      return Infinity;
    };
    const stopped = startWakeableLoop({ turn, firstRestMs: 60_000 });
    await stopped.stop();
    expect(turns).toBe(0);
    const loop = startWakeableLoop({ turn, firstRestMs: 1 });
    expect(turns).toBe(0);
    while (turns === 0) await pause(1);
    await loop.stop();
  });

  test('tells of failures in a row, and goes on after them', async () => {
    const told: [string, number][] = [];
    const outcomes = ['no', 'no', 'yes', 'no'].values();
    const loop = startWakeableLoop({
      turn: async () => {
        const outcome = outcomes.next().value;
        if (outcome === 'no') throw new Error(outcome);
        return outcome === undefined ? Infinity : 0;
      },
      onFailure: (error, failures) => {
        told.push([(error as Error).message, failures]);
        return 0;
      },
    });
    while (told.length < 3) await pause(1);
    await loop.stop();
    expect(told).toEqual([
      ['no', 1],
      ['no', 2],
      ['no', 1],
    ]);
  });

  test('ends with a failure that nobody is told of', async () => {
    let fail = (): void => undefined;
    const loop = startWakeableLoop({
      turn: () => new Promise<number>((_, reject) => (fail = () => reject(new Error('broken')))),
    });
    const stopped = loop.stop();
    fail();
    await expect(stopped).rejects.toThrow('broken');
  });
});
