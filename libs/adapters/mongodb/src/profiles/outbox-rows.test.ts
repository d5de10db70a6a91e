import { describe, expect, test } from 'vitest';
import { aChange, manyOf, randomAccount } from '@kith/testing';
import { Timestamp } from 'mongodb';
import { itemsOf, placesNamed, rowsOf, rowWithout, type OutboxRow } from './outbox-rows.ts';

const at = new Timestamp({ t: 1, i: 1 });
const account = randomAccount();

const rowOf = (changes: Parameters<typeof rowsOf>[0]): OutboxRow => ({
  _id: 'row',
  at,
  ...rowsOf(changes)[0]!,
});

describe('a row of the outbox', () => {
  const changes = manyOf(3, () => ({ account, change: aChange() }));
  const row = rowOf([...changes, changes[0]!]);

  test('names each umid once, and gives its changes back in their order', () => {
    expect(row.of).toEqual(changes.map(({ change }) => `${account}:${change.umid}`));
    expect(itemsOf(row).map(({ change }) => change)).toEqual(
      [...changes, changes[0]!].map(({ change }) => change),
    );
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
