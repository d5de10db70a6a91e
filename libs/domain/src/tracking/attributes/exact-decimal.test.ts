import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { decimalOf, millionthsOf } from './exact-decimal.ts';

const told = (value: unknown): string | null => {
  const millionths = millionthsOf(value);
  return millionths === null ? null : decimalOf(millionths);
};

describe('an amount', () => {
  test.each([
    [12.1, '12.1'],
    ['12.10', '12.1'],
    [' 7 ', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+3', '3'],
    [-0, '0'],
    ['-0.25', '-0.25'],
    [1e-7, '0'],
    ['0.0000005', '0.000001'],
    ['-0.0000005', '-0.000001'],
    [1.5e3, '1500'],
    ['2E2', '200'],
    [0.1 + 0.2, '0.3'],
    ['999999999999999', '999999999999999'],
  ])('is read from %j as %s', (value, text) => {
    expect(told(value)).toBe(text);
  });

  test.each([
    '',
    '.',
    '-',
    '12,50',
    '1 000',
    '0x10',
    'NaN',
    'Infinity',
    '1e15',
    1e15,
    NaN,
    Infinity,
    '1e999',
    true,
    null,
    {},
    ['1'],
    '1'.repeat(65),
  ])('is not read from %j', (value) => {
    expect(told(value)).toBeNull();
  });

  test('adds up exactly, whatever the order', () => {
    const amounts = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 1 });
    fc.assert(
      fc.property(amounts, (hundredths) => {
        const sum = hundredths.reduce((total, one) => total + millionthsOf(String(one / 100))!, 0n);
        expect(sum).toBe(hundredths.reduce((total, one) => total + BigInt(one) * 10_000n, 0n));
      }),
    );
  });
});
