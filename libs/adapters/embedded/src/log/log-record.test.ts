import { describe, expect, test } from 'vitest';
import { manyOf } from '@kith/testing';
import { appendedAtOf, decodeRow, encodeRow, inRows, rowWithout } from './log-record.ts';

const KEYS = ['plain', 'with "quotes"', 'with\na line break', '', '😀'];
const RECORDS = KEYS.map((key, index) => ({ key, value: `${'ü\n'.repeat(index)}value ${index}` }));
const at = (first: number, records: readonly { readonly key: string; readonly value: string }[]) =>
  records.map((record, index) => ({ position: first + index, ...record }));

describe('a row of the log', () => {
  test.each([1, 2, RECORDS.length])('gives back the %i records that were written', (count) => {
    const records = RECORDS.slice(0, count);
    const text = encodeRow(1_790_000_000_000, records);
    expect(decodeRow(7, text)).toEqual({ records: at(7, records), next: 7 + count });
    expect(appendedAtOf(text)).toBe(1_790_000_000_000);
  });

  test('of the time before rows held several records is one record', () => {
    const records = [{ position: 3, key: 'a "key"', value: 'first\nsecond' }];
    expect(decodeRow(3, '5 "a \\"key\\""\nfirst\nsecond')).toEqual({ records, next: 4 });
  });

  test('keeps the places of the others where some are taken out, whoever is taken out next', () => {
    const text = encodeRow(5, RECORDS);
    const without = (row: string, key: string) => rowWithout(row, (record) => record.key === key)!;
    const left = without(without(text, KEYS[1]!), KEYS[3]!);
    const kept = at(9, RECORDS).filter(({ key }) => key !== KEYS[1] && key !== KEYS[3]);
    expect(decodeRow(9, left)).toEqual({ records: kept, next: 9 + RECORDS.length });
    expect(appendedAtOf(left)).toBe(5);
    expect(left).not.toContain('value 1');
    expect(rowWithout(left, () => true)).toBeNull();
  });

  test('holds as many records as lie in a page beside others, and at least one', () => {
    const [small, large] = ['x'.repeat(400), 'x'.repeat(5_000)];
    const values = [...manyOf(6, () => small), large, small];
    const rows = inRows(values.map((value) => ({ key: 'k', value })));
    expect(rows.map(({ length }) => length)).toEqual([4, 2, 1, 1]);
    expect(rows.flat().map(({ value }) => value)).toEqual(values);
    expect(inRows([])).toEqual([]);
  });
});
