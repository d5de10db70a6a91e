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
 * those are poison, all others are recorded, in their order.
 */
export const recordOrSplit = async (record: RecordWhole, range: RecordRange): Promise<void> => {
  const why = await record(range);
  if (why === null) return;
  const sound = range.items.flatMap(({ message }, index) => (message.kind === 'poison' ? [] : [index]));
  if (sound.length === 0) throw new Error(`the store takes not even the dead letters: ${why}`);
  if (sound.length === 1) return recordOrSplit(record, withPoison(range, sound[0]!, why));
  for (const half of halves(range, sound[Math.floor(sound.length / 2)]!)) await recordOrSplit(record, half);
};

const withPoison = (range: RecordRange, at: number, why: string): RecordRange => ({
  ...range,
  items: range.items.map((item, index) =>
    index === at ? { ...item, message: { kind: 'poison', why } } : item,
  ),
});

const halves = ({ items, from, to }: RecordRange, at: number): readonly RecordRange[] => {
  const middle = items[at]!.record.position;
  return [
    { items: items.slice(0, at), from, to: middle },
    { items: items.slice(at), from: middle, to },
  ];
};
