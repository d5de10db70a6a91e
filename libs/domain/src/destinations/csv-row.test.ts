import { describe, expect, test } from 'vitest';
import { csvRow, guardedCell } from './csv-row.ts';

describe('a row of a CSV file', () => {
  test.each<[unknown, string]>([
    ['plain', 'plain'],
    ['with, comma', '"with, comma"'],
    ['with; semicolon', '"with; semicolon"'],
    ['with "quotes"', '"with ""quotes"""'],
    ['two\nlines', '"two\nlines"'],
    [' blanks ', '" blanks "'],
    [null, ''],
    [undefined, ''],
    [true, 'true'],
    [-5.5, '-5.5'],
    [{ a: [1] }, '"{""a"":[1]}"'],
    ['=cmd|calc,"x', `"'=cmd|calc,""x"`],
  ])('holds %j as %s', (value, cell) => {
    expect(csvRow([value, 'next'])).toBe(`${cell},next`);
  });
});

describe('a cell', () => {
  test.each([
    ...['=1+1', '+1+1', '-1-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\nx', '=HYPERLINK("http://x")'],
    ...['＝1+1', '＋1', '－1', '＠SUM(A1)', '+', '-'],
  ])('that is %j has an apostrophe in front, so that no spreadsheet runs it', (text) => {
    expect(guardedCell(text)).toMatch(/^'/);
  });

  test.each<[string, string]>([
    [';=1', ";'=1"],
    ['a;=cmd|calc;b', "a;'=cmd|calc;b"],
    [';"=1', ';\'"=1'],
    ['a\t@x', "a\t'@x"],
    ['a\n＝1', "a\n'＝1"],
    ['+1;-1', "'+1;'-1"],
  ])('that is %j is guarded where a spreadsheet with other separators begins one', (text, guarded) => {
    expect(guardedCell(text)).toBe(guarded);
  });

  test.each(['+381601234567', '-5.5', 'a=b', 'a; b', 'anna+news@example.com', '2026-11-21'])(
    'that is %j stays as it is',
    (text) => {
      expect(guardedCell(text)).toBe(text);
    },
  );
});
