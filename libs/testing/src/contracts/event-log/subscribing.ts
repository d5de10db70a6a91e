import { describe, expect, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog, LogBatch, PartitionLag } from '@kith/ports';
import { manyOf, randomName } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import { createGate } from '../../kit/gate.ts';
import { createCollector } from './collector.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

const numbered = (count: number) => manyOf(count, (index) => ({ key: 'k', value: String(index) }));

const positionsOf = (batches: readonly LogBatch[]) =>
  batches.flatMap(({ records }) => records.map(({ position }) => position));

/** The batches of one key lie in one partition: their positions say where it begins. */
const expectConsecutive = (batches: readonly LogBatch[], first: number): void => {
  const positions = positionsOf(batches);
  expect(positions).toEqual(manyOf(positions.length, (index) => first + index));
  for (const { records, next } of batches) expect(next).toBe(records.at(-1)!.position + 1);
};

/** How records come to those who subscribe. */
export const describeSubscribing = (fixture: () => DurableFixture<EventLog>): void => {
  describe('a subscriber', () => {
    test('gets 20,000 records in order, in batches that follow each other', async () => {
      const [log, topic, collector] = [fixture().adapter, randomName('topic'), createCollector()];
      const records = numbered(20_000);
      for (let at = 0; at < records.length; at += 2_000) {
        await log.append(ampleDeadline(), topic, records.slice(at, at + 2_000));
      }
      const subscription = await log.subscribe(topic, randomName('group'), collector);
      const taken = await collector.until(20_000);
      await subscription.stop();
      expect(taken.map(({ value }) => value)).toEqual(records.map(({ value }) => value));
      expectConsecutive(collector.batches, 0);
    });

    test('is woken by what is appended after it subscribed', async () => {
      const [log, topic, collector] = [fixture().adapter, randomName('topic'), createCollector()];
      const subscription = await log.subscribe(topic, randomName('group'), collector);
      for (const record of numbered(5)) {
        await log.append(ampleDeadline(), topic, [record]);
        await collector.until(Number(record.value) + 1);
      }
      await subscription.stop();
      expect(collector.records().map(({ value }) => value)).toEqual(manyOf(5, String));
    });

    test('begins where it says, and reads everything again when it says 0', async () => {
      const [log, topic, group] = [fixture().adapter, randomName('topic'), randomName('group')];
      await log.append(ampleDeadline(), topic, numbered(10));
      for (const from of [7, 0]) {
        const collector = createCollector({ from });
        const subscription = await log.subscribe(topic, group, collector);
        await collector.until(10 - from);
        await subscription.stop();
        expectConsecutive(collector.batches, from);
        expect(collector.records().map(({ value }) => value)).toEqual(manyOf(10, String).slice(from));
      }
    });

    test('of another topic or group is not affected', async () => {
      const log = fixture().adapter;
      const [topic, other] = [randomName('topic'), randomName('topic')];
      const collectors = manyOf(3, () => createCollector());
      const subscriptions = await Promise.all([
        log.subscribe(topic, randomName('group'), collectors[0]!),
        log.subscribe(topic, randomName('group'), collectors[1]!),
        log.subscribe(other, randomName('group'), collectors[2]!),
      ]);
      await log.append(ampleDeadline(), topic, [{ key: 'k', value: 'this' }]);
      await log.append(ampleDeadline(), other, [{ key: 'k', value: 'that' }]);
      await Promise.all(collectors.map((collector) => collector.until(1)));
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
      const values = collectors.map((collector) => collector.records().map(({ value }) => value));
      expect(values).toEqual([['this'], ['this'], ['that']]);
    });

    describeFailures(fixture);
    describeStopping(fixture);
  });
};

const describeFailures = (fixture: () => DurableFixture<EventLog>): void => {
  test('that throws is asked again where to start, and nothing is skipped', async () => {
    const [log, topic] = [fixture().adapter, randomName('topic')];
    let failures = 0;
    const collector = createCollector({
      before: (batch) => {
        if (batch.next <= 3 || failures === 2) return;
        failures += 1;
        throw new Error('the store does not answer');
      },
    });
    const subscription = await log.subscribe(topic, randomName('group'), collector);
    await log.append(ampleDeadline(), topic, numbered(3));
    await collector.until(3);
    await log.append(
      ampleDeadline(),
      topic,
      manyOf(4, (index) => ({ key: 'k', value: String(index + 3) })),
    );
    await collector.until(7);
    await subscription.stop();
    expect(failures).toBe(2);
    expectConsecutive(collector.batches, 0);
    expect(collector.records().map(({ value }) => value)).toEqual(manyOf(7, String));
  });

  test('is known not to get on from a batch that it throws at until it takes it', async () => {
    const [log, topic, seen] = [fixture().adapter, randomName('topic'), [] as boolean[]];
    const collector = createCollector({
      before: () => {
        seen.push(subscription.isDelivering());
        if (seen.length === 1) throw new Error('the store does not answer');
      },
    });
    const subscription = await log.subscribe(topic, randomName('group'), collector);
    for (const record of numbered(2)) {
      await log.append(ampleDeadline(), topic, [record]);
      await collector.until(Number(record.value) + 1);
    }
    await subscription.stop();
    expect(seen).toEqual([true, false, true]);
  });

  test('tells how many records it has not taken, and since when, until it has taken all', async () => {
    const [log, topic, seen] = [fixture().adapter, randomName('topic'), [] as PartitionLag[]];
    const collector = createCollector({
      before: () => {
        seen.push(...subscription.lags().filter(({ records }) => records > 0));
      },
    });
    const subscription = await log.subscribe(topic, randomName('group'), collector);
    await log.append(ampleDeadline(), topic, numbered(3));
    await collector.until(3);
    expect(seen[0]).toMatchObject({ records: 3 });
    expect(typeof seen[0]?.since).toBe('number');
    const behind = (): readonly PartitionLag[] =>
      subscription.lags().filter(({ records, since }) => records > 0 || since !== null);
    while (behind().length > 0) await pause(10);
    await subscription.stop();
  });

  test('that cannot tell where to start is asked again', async () => {
    const [log, topic, collector] = [fixture().adapter, randomName('topic'), createCollector()];
    let asked = 0;
    const startAt = async (partition: number): Promise<number> => {
      asked += 1;
      if (asked === 1) throw new Error('the store does not answer');
      return collector.startAt(partition);
    };
    await log.append(ampleDeadline(), topic, numbered(2));
    const subscription = await log.subscribe(topic, randomName('group'), { ...collector, startAt });
    await collector.until(2);
    await subscription.stop();
    expect(collector.records().map(({ value }) => value)).toEqual(['0', '1']);
  });
};

const describeStopping = (fixture: () => DurableFixture<EventLog>): void => {
  test('that is stopped finishes the batch at hand and gets no other', async () => {
    const [log, topic] = [fixture().adapter, randomName('topic')];
    const [begun, hand] = [createGate(), createGate()];
    const collector = createCollector({
      before: () => {
        begun.open();
        return hand.passed;
      },
    });
    const subscription = await log.subscribe(topic, randomName('group'), collector);
    await log.append(ampleDeadline(), topic, [{ key: 'k', value: 'at hand' }]);
    await begun.passed;
    await log.append(ampleDeadline(), topic, [{ key: 'k', value: 'after' }]);
    const stopped = subscription.stop();
    expect(collector.records()).toEqual([]);
    hand.open();
    await stopped;
    expect(collector.records().map(({ value }) => value)).toEqual(['at hand']);
  });

  test('that waits for records is stopped at once', async () => {
    const log = fixture().adapter;
    const subscription = await log.subscribe(randomName('topic'), randomName('group'), createCollector());
    await expect(subscription.stop()).resolves.toBe(undefined);
  });
};
