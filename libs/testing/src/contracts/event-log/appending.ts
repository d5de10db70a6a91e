import { describe, expect, test } from 'vitest';
import { Unavailable, type EventLog, type LogRecord } from '@kith/ports';
import { manyOf, randomName } from '../../builders/ids.ts';
import { ampleDeadline, PAST_DEADLINE } from '../../builders/scope.ts';
import { ODD_TEXTS } from '../../kit/odd-texts.ts';
import { createCollector } from './collector.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

const MEGABYTE = 1024 * 1024;

/** A megabyte is above what some brokers take by default; the adapter must have raised that. */
const LARGE = `${'x'.repeat(MEGABYTE - 4)}😀`;

/** What comes back of what was appended. */
export const describeAppending = (fixture: () => DurableFixture<EventLog>): void => {
  describe('append', () => {
    test('keeps the order of the records of a key', async () => {
      const log = fixture().adapter;
      const topic = randomName('topic');
      for (let round = 0; round < 10; round += 1) {
        const records = ['a', 'b'].map((key) => ({ key, value: String(round) }));
        await log.append(ampleDeadline(), topic, records);
      }
      const taken = await readAll(log, topic, 20);
      for (const key of ['a', 'b']) {
        expect(valuesOf(taken, key)).toEqual(manyOf(10, String));
      }
    });

    test('of many callers at once loses and doubles nothing, and each keeps its order', async () => {
      const log = fixture().adapter;
      const topic = randomName('topic');
      await Promise.all(
        manyOf(50, async (caller) => {
          for (let turn = 0; turn < 20; turn += 1) {
            await log.append(ampleDeadline(), topic, [{ key: `caller ${caller}`, value: String(turn) }]);
          }
        }),
      );
      const taken = await readAll(log, topic, 1_000);
      expect(taken).toHaveLength(1_000);
      for (const caller of manyOf(50, (index) => `caller ${index}`)) {
        expect(valuesOf(taken, caller)).toEqual(manyOf(20, String));
      }
    });

    test('takes values of any content, of none and of a megabyte', async () => {
      const log = fixture().adapter;
      const topic = randomName('topic');
      const values = [...ODD_TEXTS, '', '\n', ' {"a": 1}\n ', LARGE];
      const records = values.map((value, index) => ({
        key: `${index}\n"${Array.from(value).slice(0, 9).join('')}`,
        value,
      }));
      for (const record of records) await log.append(ampleDeadline(), topic, [record]);
      const taken = await readAll(log, topic, records.length);
      expect(new Map(taken.map(({ key, value }) => [key, value]))).toEqual(
        new Map(records.map(({ key, value }) => [key, value])),
      );
    });

    test('of no records returns', async () => {
      await expect(fixture().adapter.append(ampleDeadline(), randomName('topic'), [])).resolves.toBe(
        undefined,
      );
    });

    test('rejects with Unavailable where the deadline has passed', async () => {
      const late = fixture().adapter.append(PAST_DEADLINE, randomName('topic'), [{ key: 'k', value: 'v' }]);
      await expect(late).rejects.toThrow(Unavailable);
    });

    test('has made durable what it returned from', async () => {
      const topic = randomName('topic');
      const records = manyOf(10, (index) => ({ key: 'k', value: String(index) }));
      await fixture().adapter.append(ampleDeadline(), topic, records);
      const reopened = await fixture().reopen();
      await reopened.append(ampleDeadline(), topic, [{ key: 'k', value: '10' }]);
      const taken = await readAll(reopened, topic, 11);
      expect(valuesOf(taken, 'k')).toEqual(manyOf(11, String));
    });
  });
};

/** What is appended before anybody subscribes, read from the start. */
const readAll = async (log: EventLog, topic: string, count: number): Promise<readonly LogRecord[]> => {
  const collector = createCollector();
  const subscription = await log.subscribe(topic, randomName('group'), collector);
  await collector.until(count);
  await subscription.stop();
  return collector.records();
};

const valuesOf = (records: readonly LogRecord[], key: string): readonly string[] =>
  records.filter((record) => record.key === key).map(({ value }) => value);
