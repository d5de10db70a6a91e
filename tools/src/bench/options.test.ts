import { describe, expect, test } from 'vitest';
import { readOptions, WrongUsage } from './options.ts';

describe('the command line of the bench', () => {
  test('without options everything is measured at 50 and 400 connections', () => {
    expect(readOptions([])).toMatchObject({ only: [], connections: [50, 400], rounds: 3, short: false });
  });

  test('the short form is one round of a fifth of a second, and what is given beside it counts', () => {
    const options = readOptions(['--short', '--connections', '2,3']);
    expect(options).toMatchObject({ connections: [2, 3], rounds: 1, seconds: 0.2, warmUpSeconds: 0.2 });
  });

  test.each([
    [['--rounds', '0'], '--rounds: must be a whole number from 1 to 100, not "0"'],
    [['--connections', '50,x'], '--connections: must be a whole number from 1 to 10000, not "x"'],
    [['--load', 'ab'], '--load: must be wrk or autocannon, not "ab"'],
  ])('%j is refused with a sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(new WrongUsage(sentence));
  });

  test('an unknown option is wrong usage', () => {
    expect(() => readOptions(['--fast'])).toThrow(WrongUsage);
  });
});
