import { describe, expect, test } from 'vitest';
import { memoize } from './memoize.ts';

const counting = (most: number) => {
  const computed: string[] = [];
  const lengthOf = memoize(most, (text) => {
    computed.push(text);
    return text.length;
  });
  return { computed, lengthOf };
};

describe('a memoized function', () => {
  test('computes a result once', () => {
    const { computed, lengthOf } = counting(2);
    expect([lengthOf('a'), lengthOf('bb'), lengthOf('a')]).toEqual([1, 2, 1]);
    expect(computed).toEqual(['a', 'bb']);
  });

  test('begins anew when it has as many results as it may', () => {
    const { computed, lengthOf } = counting(2);
    for (const text of ['a', 'b', 'c', 'a']) lengthOf(text);
    expect(computed).toEqual(['a', 'b', 'c', 'a']);
  });

  test('keeps nothing of a long text', () => {
    const { computed, lengthOf } = counting(2);
    const long = 'x'.repeat(257);
    expect([lengthOf(long), lengthOf(long)]).toEqual([257, 257]);
    expect(computed).toHaveLength(2);
  });
});
