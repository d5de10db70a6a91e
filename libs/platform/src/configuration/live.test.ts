import { describe, expect, test } from 'vitest';
import { createLive } from './live.ts';

describe('a live value', () => {
  test('is replaced together with everything that is derived from it', () => {
    const { live, replace } = createLive(2);
    const square = live.map((value) => value * value);
    const text = square.map((value) => `${value}`);
    replace(3);
    expect([live.current(), square.current(), text.current()]).toEqual([3, 9, '9']);
  });

  test('computes what is derived at the replacement, and never when it is read', () => {
    let computed = 0;
    const { live, replace } = createLive('a');
    const derived = live.map((value) => ((computed += 1), value.toUpperCase()));
    derived.current();
    derived.current();
    expect(computed).toBe(1);
    replace('b');
    expect(computed).toBe(2);
    expect(derived.current()).toBe('B');
  });

  test('stays whole everywhere when one derivation throws, whichever comes first', () => {
    const { live, replace } = createLive(1);
    const before = live.map((value) => value + 1);
    const strict = live.map((value) => {
      if (value === 2) throw new Error('two is too many');
      return value;
    });
    const deeper = before.map((value) => value * 10);
    expect(() => replace(2)).toThrow('two is too many');
    expect([live.current(), before.current(), strict.current(), deeper.current()]).toEqual([1, 2, 1, 20]);
    replace(3);
    expect([live.current(), before.current(), strict.current(), deeper.current()]).toEqual([3, 4, 3, 40]);
  });

  test('tells a derivation what it came to before', () => {
    const { live, replace } = createLive('a');
    const history = live.map<string>((value, before) => `${before ?? ''}${value}`);
    replace('b');
    replace('c');
    expect(history.current()).toBe('abc');
  });
});
