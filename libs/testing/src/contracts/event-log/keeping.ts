import { describe, expect, test } from 'vitest';
import type { EventLog, LogRetention } from '@kith/ports';
import { manyOf, randomName } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import { createCollector } from './collector.ts';

const HOUR_MS = 3_600_000;

/** How long records are kept is each adapter's own test; here is what it does to those who append and read. */
export const describeKeeping = (fixture: () => DurableFixture<EventLog & LogRetention>): void => {
  describe('keepFor', () => {
    test('leaves what is younger where it is, of topics with records and without, however often it is said', async () => {
      const log = fixture().adapter;
      const topic = randomName('topic');
      const records = manyOf(3, (index) => ({ key: 'k', value: String(index) }));
      await log.keepFor(ampleDeadline(), topic, HOUR_MS);
      await log.append(ampleDeadline(), topic, records);
      for (const retentionMs of [HOUR_MS, 2 * HOUR_MS, 1_000 * HOUR_MS]) {
        await log.keepFor(ampleDeadline(), topic, retentionMs);
      }
      const collector = createCollector();
      const subscription = await log.subscribe(topic, randomName('group'), collector);
      expect((await collector.until(3)).map(({ value }) => value)).toEqual(['0', '1', '2']);
      await subscription.stop();
    });
  });
};
