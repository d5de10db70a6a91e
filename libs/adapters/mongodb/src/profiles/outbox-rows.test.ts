import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import { aChange, manyOf, randomAccount, randomUmid } from '@kith/testing';
import { Timestamp } from 'mongodb';
import { itemsOf, placesNamed, rowsOf, rowWithout, type OutboxRow } from './outbox-rows.ts';

const at = new Timestamp({ t: 1, i: 1 });
const account = randomAccount();

const umidIn = (range: number): Umid => `${range.toString(16)}${randomUmid().slice(1)}` as Umid;

const rowOf = (changes: Parameters<typeof rowsOf>[0]): OutboxRow => ({
  _id: 'row',
  at,
  ...rowsOf(changes)[0]!,
});

describe('a row of the outbox', () => {
  const changes = manyOf(3, () => ({ account, change: aChange({ umid: umidIn(3) }) }));
  const row = rowOf([...changes, changes[0]!]);

  test('names each umid once, and gives its changes back in their order', () => {
    expect(row.of).toEqual(changes.map(({ change }) => `${account}:${change.umid}`));
    expect(itemsOf(row).map(({ change }) => change)).toEqual(
      [...changes, changes[0]!].map(({ change }) => change),
    );
  });

  test('holds changes of one range of buckets alone', () => {
    const ranges = [3, 11, 3, 0];
    const mixed = ranges.map((range) => ({ account, change: aChange({ umid: umidIn(range) }) }));
    const rows = rowsOf(mixed);
    expect(rows.map(({ range, of }) => [range, of.length])).toEqual([
      [3, 2],
      [11, 1],
      [0, 1],
    ]);
    expect(rows[0]!.of).toEqual([mixed[0]!, mixed[2]!].map(({ change }) => `${account}:${change.umid}`));
  });

  test('keeps the keys of what stays when something has left', () => {
    const [first, second, third, fourth] = itemsOf(row);
    const { left, gone } = rowWithout(row, (of) => of === row.of[0]);
    expect(gone).toBe(2);
    const rest = itemsOf({ _id: 'row', at, ...left! });
    expect(rest).toEqual([second, third]);
    expect(placesNamed([first!, second!, third!, fourth!].map(({ key }) => key))).toMatchObject([
      { row: 'row', isWhole: true },
    ]);
    // Whoever has seen only what stayed cannot say that nothing else was ever there.
    expect(placesNamed(rest.map(({ key }) => key))).toMatchObject([{ row: 'row', isWhole: false }]);
    expect(rowWithout({ _id: 'row', at, ...left! }, () => true)).toEqual({ left: null, gone: 2 });
  });

  test('of an earlier version holds one change', () => {
    const { change } = changes[0]!;
    const former = { _id: 'a:1', at, account, of: `${account}:${change.umid}`, body: JSON.stringify(change) };
    const [item] = itemsOf(former);
    expect(item).toMatchObject({ account, change });
    expect(placesNamed([item!.key])).toMatchObject([{ row: 'a:1', isWhole: true }]);
    expect(rowWithout(former, (of) => of === former.of)).toEqual({ left: null, gone: 1 });
  });
});
