import { describe, expect, test } from '@jest/globals';
import { csvRow } from './csv-row.ts';
import { valueAt } from './value-at.ts';

describe('a row of a CSV file', () => {
  test.each<[unknown, string]>([
    ['plain', 'plain'],
    ['with, comma', '"with, comma"'],
    ['with "quotes"', '"with ""quotes"""'],
    ['two\nlines', '"two\nlines"'],
    [' blanks ', '" blanks "'],
    [null, ''],
    [undefined, ''],
    [true, 'true'],
    [-5.5, '-5.5'],
    [{ a: [1] }, '"{""a"":[1]}"'],
  ])('holds %j as %s', (value, cell) => {
    expect(csvRow([value, 'next'])).toBe(`${cell},next\r\n`);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")'])(
    'holds %j so that no spreadsheet runs it',
    (text) => {
      expect(csvRow([text])).toMatch(/^"?'/);
    },
  );
});

describe('a path', () => {
  test('leads to a member by its name, or inside at a dot', () => {
    const value = { 'a.b': 1, a: { b: 2, c: { d: 3 } } };
    expect([valueAt(value, 'a.b'), valueAt(value, 'a.c.d'), valueAt(value, 'a.x')]).toEqual([
      1,
      3,
      undefined,
    ]);
  });

  test('leads to nothing that the value does not hold itself', () => {
    expect([valueAt({}, 'constructor'), valueAt('text', 'length'), valueAt(null, 'a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
