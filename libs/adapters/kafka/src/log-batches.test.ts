import { describe, expect, test } from 'vitest';
import type { Batch } from 'kafkajs';
import { batchesOf } from './log-batches.ts';

const fetched = (...values: readonly (Buffer | null)[]): Batch =>
  ({
    topic: 'tracking',
    partition: 0,
    messages: values.map((value, offset) => ({ key: Buffer.from('k'), value, offset: String(offset) })),
  }) as unknown as Batch;

describe('a record as it was fetched', () => {
  test('brings its bytes along only where they are no UTF-8', () => {
    const bytes = Buffer.of(0x7b, 0xff, 0x7d);
    const [batch] = batchesOf(fetched(Buffer.from('{"ö":"😀"}'), bytes, null), 0);
    expect(batch?.records).toEqual([
      { key: 'k', position: 0, value: '{"ö":"😀"}' },
      { key: 'k', position: 1, value: '{\ufffd}', bytes },
      { key: 'k', position: 2, value: '' },
    ]);
  });
});
