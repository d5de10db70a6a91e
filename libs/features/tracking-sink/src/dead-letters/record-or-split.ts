import type { TrackingMessage } from '@kith/contracts';
import type { StoredRecord } from '@kith/ports';

/** A record, and what it says or why it says nothing. */
export interface ReadRecord {
  readonly record: StoredRecord;
  readonly message: TrackingMessage | Poison;
}

/** Why a record can never be processed. */
export interface Poison {
  readonly kind: 'poison';
  readonly why: string;
  /** Its dead letter was refused as well: what is kept is that it was there, and why. */
  readonly isOmitted?: true;
}

/** Consecutive records of a batch; `from` is the position that must be stored until then, `to` the one that follows. */
export interface RecordRange {
  readonly items: readonly ReadRecord[];
  readonly from: number;
  readonly to: number;
}

/** Records a range as a whole: null, or why the store will never take it. */
export type RecordWhole = (range: RecordRange) => Promise<string | null>;

/**
 * Records a range. Where the store refuses it for ever it is halved until the records stand alone that are refused:
 * those are poison, all others are recorded, in their order. A record is blamed only where it stood alone, as what is
 * refused beside it may be the dead letter of another one.
 */
export const recordOrSplit = async (record: RecordWhole, range: RecordRange): Promise<void> => {
  const why = await record(range);
  if (why === null) return;
  if (range.items.length === 0) throw new Error(`the store takes not even a position: ${why}`);
  if (range.items.length === 1) return recordOrSplit(record, withLess(range, why));
  for (const half of halves(range)) await recordOrSplit(record, half);
};

/** Of a record that stands alone: a dead letter in its place, then one without the original. */
const withLess = (range: RecordRange, refusal: string): RecordRange => ({
  ...range,
  items: range.items.map((item) => ({ ...item, message: lessThan(item.message, refusal) })),
});

const lessThan = (message: ReadRecord['message'], refusal: string): Poison => {
  if (message.kind !== 'poison') return { kind: 'poison', why: refusal };
  if (message.isOmitted === true) throw new Error(`the store takes not even the dead letter: ${refusal}`);
  return { ...message, isOmitted: true };
};

const halves = ({ items, from, to }: RecordRange): readonly RecordRange[] => {
  const half = Math.floor(items.length / 2);
  const middle = items[half]!.record.position;
  return [
    { items: items.slice(0, half), from, to: middle },
    { items: items.slice(half), from: middle, to },
  ];
};
