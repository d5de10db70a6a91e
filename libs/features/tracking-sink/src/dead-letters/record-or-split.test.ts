import { describe, expect, test } from 'vitest';
import { anEvent } from '@kith/testing';
import { recordOrSplit, type ReadRecord, type RecordRange } from './record-or-split.ts';

type Kind = 'event' | 'dead letter' | 'omitted';

const FIRST = 10;

const kindOf = ({ message }: ReadRecord): Kind => {
  if (message.kind !== 'poison') return 'event';
  return message.isOmitted === true ? 'omitted' : 'dead letter';
};

const rangeOf = (kinds: readonly Kind[]): RecordRange => ({
  items: kinds.map((kind, index) => ({
    record: { key: 'k', value: 'v', position: FIRST + index },
    message:
      kind === 'event'
        ? { kind: 'event', account: 'demo', event: anEvent(), formerIds: [] }
        : { kind: 'poison', why: 'its own fault' },
  })),
  from: 0,
  to: FIRST + kinds.length,
});

/** Records into a store that refuses every range with something at one of these places in one of these kinds. */
const recordInto = async (range: RecordRange, refused: readonly string[]) => {
  const stored: string[] = [];
  let position = range.from;
  await recordOrSplit(async ({ items, from, to }) => {
    expect(from).toBe(position);
    const told = items.map((item) => `${kindOf(item)} ${item.record.position}`);
    if (told.some((one) => refused.includes(one))) return 'it is refused';
    stored.push(...told);
    position = to;
    return null;
  }, range);
  expect(position).toBe(range.to);
  return stored;
};

describe('a range that the store refuses', () => {
  test('is recorded without what is refused, in its order', async () => {
    const range = rangeOf(['event', 'event', 'dead letter', 'event', 'event']);
    expect(await recordInto(range, ['event 11', 'event 14'])).toEqual([
      'event 10',
      'dead letter 11',
      'dead letter 12',
      'event 13',
      'dead letter 14',
    ]);
  });

  test.each([
    [['event', 'dead letter'], 'dead letter 11', ['event 10', 'omitted 11']],
    [['dead letter', 'event'], 'dead letter 10', ['omitted 10', 'event 11']],
    [['dead letter', 'event', 'dead letter'], 'dead letter 12', ['dead letter 10', 'event 11', 'omitted 12']],
    [['dead letter'], 'dead letter 10', ['omitted 10']],
  ] as const)('blames no sound record for a dead letter beside it: %j', async (kinds, refused, stored) => {
    expect(await recordInto(rangeOf(kinds), [refused])).toEqual(stored);
  });

  test('may hold a record of which neither it nor its dead letter is taken', async () => {
    const stored = await recordInto(rangeOf(['event', 'event']), ['event 10', 'dead letter 10']);
    expect(stored).toEqual(['omitted 10', 'event 11']);
  });

  test.each([[['event']], [[]]] as const)('fails where nothing of it is ever taken: %j', async (kinds) => {
    await expect(recordOrSplit(async () => 'it is refused', rangeOf(kinds))).rejects.toThrow('it is refused');
  });
});
