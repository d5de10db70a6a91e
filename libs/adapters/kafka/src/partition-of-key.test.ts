import { describe, expect, test } from 'vitest';
import { murmur2, partitionOfKey } from './partition-of-key.ts';

/** What `org.apache.kafka.common.utils.Utils.murmur2` gives, from the tests of Kafka's own client. */
const OF_KAFKA: readonly (readonly [string, number])[] = [
  ['21', -973_932_308],
  ['foobar', -790_332_482],
  ['a-little-bit-long-string', -985_981_536],
  ['a-little-bit-longer-string', -1_486_304_829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58_897_971],
  ['abc', 479_470_107],
];

describe('the partition of a key', () => {
  test.each(OF_KAFKA)('the hash of %j is that of the Java client', (key, hash) => {
    expect(murmur2(Buffer.from(key))).toBe(hash);
  });

  test('is one of the partitions, also where the hash is negative or the key empty', () => {
    for (const [key] of [...OF_KAFKA, ['', 0] as const]) {
      const partition = partitionOfKey(Buffer.from(key), 7);
      expect(partition).toBeGreaterThanOrEqual(0);
      expect(partition).toBeLessThan(7);
    }
  });
});
