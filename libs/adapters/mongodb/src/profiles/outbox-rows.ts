import { rangeOf, type BucketRange, type ChangeEvent } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { groupSize } from '@kith/platform';
import type { OutboxItem, OutboxKey } from '@kith/ports';
import type { FormerOutboxDocument, OutboxDocument } from '../engine/documents.ts';
import { accountKey } from '../engine/keys.ts';

/** A change of somebody's profile. */
export interface AccountChange {
  readonly account: AccountName;
  readonly change: ChangeEvent;
}

/** What a row holds beside its key, its range and its stamp. */
export type RowContent = Pick<OutboxDocument, 'of' | 'body'>;

/** A row as it is made. */
export type NewRow = RowContent & { readonly range: BucketRange };

/** A row as it is written, or as versions before wrote it. */
export type OutboxRow = OutboxDocument | FormerOutboxDocument;

/** More than a group of calls leaves; a look brings whole rows, which must not become too large together. */
const ROW_BOUNDS = {
  maxItems: 1_000,
  maxWeight: 64 * 1_024,
  weightOf: ({ text }: { readonly text: string }) => text.length,
};

/** Changes as rows: one for each range that they lie in, or several where they are many, in their order. */
export const rowsOf = (changes: readonly AccountChange[]): readonly NewRow[] => {
  const ranges = new Map<BucketRange, AccountChange[]>();
  for (const one of changes) {
    const range = rangeOf(one.change.umid);
    const own = ranges.get(range);
    if (own === undefined) ranges.set(range, [one]);
    else own.push(one);
  }
  return Array.from(ranges, ([range, own]) =>
    contentsOf(own).map((content) => ({ range, ...content })),
  ).flat();
};

const contentsOf = (changes: readonly AccountChange[]): readonly RowContent[] => {
  const rows: RowContent[] = [];
  let left = changes.map((one) => ({ of: keyOf(one), text: JSON.stringify(one) }));
  while (left.length > 0) {
    const own = left.slice(0, groupSize(left, ROW_BOUNDS));
    left = left.slice(own.length);
    rows.push({
      of: [...new Set(own.map(({ of }) => of))],
      body: `[${own.map(({ text }) => text).join(',')}]`,
    });
  }
  return rows;
};

const keyOf = ({ account, change }: AccountChange): string => accountKey(account, change.umid);

/** The changes at the places that they were given; null where one has left. */
type Places = readonly (AccountChange | null)[];

const placesIn = (row: OutboxRow): Places =>
  'account' in row
    ? [{ account: row.account, change: JSON.parse(row.body) as ChangeEvent }]
    : (JSON.parse(row.body) as Places);

/** The items of a row, in their order. */
export const itemsOf = (row: OutboxRow): readonly OutboxItem[] =>
  placesIn(row).flatMap((one, place, all) =>
    one === null ? [] : [{ key: `${row._id} ${place} ${all.length}`, ...one }],
  );

/** What is left of a row without some of its changes, null where that is nothing, and how many have gone. */
export const rowWithout = (
  row: OutboxRow,
  isGone: (of: string, place: number) => boolean,
): { readonly left: RowContent | null; readonly gone: number } => {
  const before = placesIn(row);
  const after = before.map((one, place) => (one === null || isGone(keyOf(one), place) ? null : one));
  const kept = present(after);
  const gone = present(before).length - kept.length;
  if (kept.length === 0) return { left: null, gone };
  return { left: { of: [...new Set(kept.map(keyOf))], body: JSON.stringify(after) }, gone };
};

const present = (places: Places): readonly AccountChange[] => places.filter((one) => one !== null);

/** Places of a row that keys name. */
export interface NamedPlaces {
  readonly row: string;
  readonly places: ReadonlySet<number>;
  /** Whether these are all that the row ever had: then nothing else is in it, whoever removes from it meanwhile. */
  readonly isWhole: boolean;
}

/** What keys name, row by row. */
export const placesNamed = (keys: readonly OutboxKey[]): readonly NamedPlaces[] => {
  const rows = new Map<string, { readonly size: number; readonly places: Set<number> }>();
  for (const key of keys) {
    const [row = '', place, size] = key.split(' ');
    const known = rows.get(row) ?? { size: Number(size), places: new Set() };
    known.places.add(Number(place));
    rows.set(row, known);
  }
  return Array.from(rows, ([row, { size, places }]) => ({ row, places, isWhole: places.size === size }));
};
