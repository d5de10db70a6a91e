import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pause } from '@kith/platform';
import type { LogBatch, LogRecord, LogSubscriber, StoredRecord } from '@kith/ports';
import { ampleDeadline, createGate, manyOf, randomName } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import kafkajs from 'kafkajs';
import { brokersUnderTest, openLogUnderTest } from './log-under-test.fake.ts';
import type { KafkaLog } from './open-kafka-log.ts';

const PARTITIONS = 6;
const KEYS = manyOf(40, (index) => `key ${index}`);

const opened: { readonly kafka: KafkaLog; readonly topic: string }[] = [];

const endings = useEndings(afterEach);
beforeEach(async () => {
  const topic = randomName('topic');
  const kafka = await openLogUnderTest({ topics: { [topic]: PARTITIONS } });
  endings.push(() => kafka.close());
  opened.push({ topic, kafka });
});

/** Positions and effects in one place, as a store keeps them: who lost a partition is fenced. */
const aStore = () => {
  const positions = new Map<number, number>();
  const taken: StoredRecord[] = [];
  const waiting: { readonly count: number; readonly open: () => void }[] = [];
  const commit = ({ partition, records, next }: LogBatch): void => {
    if (records[0]!.position !== (positions.get(partition) ?? 0)) throw new Error('fenced');
    positions.set(partition, next);
    taken.push(...records);
    waiting.filter(({ count }) => taken.length >= count).forEach(({ open }) => open());
  };
  return {
    taken,
    positions,
    until(count: number): Promise<void> {
      const gate = createGate();
      waiting.push({ count, open: gate.open });
      return taken.length >= count ? Promise.resolve() : gate.passed;
    },
    /** A consumer, and the partitions that it took anything from. */
    subscriber(): LogSubscriber & { readonly partitions: Set<number> } {
      const partitions = new Set<number>();
      return {
        partitions,
        startAt: async (partition) => positions.get(partition) ?? 0,
        take: async (batch) => {
          // Longer than a turn, so that a rebalance can come in between.
          await new Promise((resolve) => setImmediate(resolve));
          commit(batch);
          partitions.add(batch.partition);
        },
      };
    },
  };
};

const addPartitions = async (topic: string, count: number): Promise<void> => {
  const admin = new kafkajs.Kafka({
    brokers: [...brokersUnderTest()],
    logLevel: kafkajs.logLevel.NOTHING,
  }).admin();
  await admin.connect();
  await admin.createPartitions({ topicPartitions: [{ topic, count }] });
  await admin.disconnect();
};

const round = (number: number): readonly LogRecord[] => KEYS.map((key) => ({ key, value: String(number) }));

describe('a group of consumers', () => {
  test('takes every record once and in the order of its key while members come and go', async () => {
    const { kafka, topic } = opened.at(-1)!;
    const [store, group] = [aStore(), randomName('group')];
    const [first, second] = [store.subscriber(), store.subscriber()];
    let rounds = 0;
    const append = async (count: number): Promise<void> => {
      for (let step = 0; step < count; step += 1) {
        await kafka.log.append(ampleDeadline(), topic, round(rounds));
        rounds += 1;
      }
    };
    const firstSubscription = await kafka.log.subscribe(topic, group, first);
    await append(20);
    await store.until(20 * KEYS.length);
    expect(first.partitions.size).toBe(PARTITIONS);
    const secondSubscription = await kafka.log.subscribe(topic, group, second);
    // Records flow until the second has got its share.
    while (second.partitions.size < PARTITIONS / 2) await append(1);
    await firstSubscription.stop();
    await append(20);
    await store.until(rounds * KEYS.length);
    await secondSubscription.stop();
    expect(second.partitions.size).toBe(PARTITIONS);
    for (const key of KEYS) {
      const values = store.taken.filter((record) => record.key === key).map(({ value }) => Number(value));
      expect(values).toEqual(manyOf(rounds, (index) => index));
    }
  });

  test('takes up partitions that are added while it runs, without anybody starting anew', async () => {
    const { kafka, topic } = opened.at(-1)!;
    const [store, group] = [aStore(), randomName('group')];
    const members = [store.subscriber(), store.subscriber()];
    for (const member of members) await kafka.log.subscribe(topic, group, member);
    const taken = (): number => new Set(members.flatMap(({ partitions }) => [...partitions])).size;
    let rounds = 0;
    const appendUntil = async (partitions: number): Promise<void> => {
      while (taken() < partitions) {
        await kafka.log.append(ampleDeadline(), topic, round(rounds));
        rounds += 1;
        // Clients hear of new partitions within seconds: nobody has to be told faster.
        await pause(50);
      }
    };
    await appendUntil(PARTITIONS);
    await addPartitions(topic, PARTITIONS + 2);
    await appendUntil(PARTITIONS + 2);
    await store.until(rounds * KEYS.length);
    // Nothing was left out, and nothing came twice, also of what was written before anybody read the new ones.
    for (const key of KEYS) {
      const values = store.taken.filter((record) => record.key === key).map(({ value }) => Number(value));
      expect(values.toSorted((one, other) => one - other)).toEqual(manyOf(rounds, (index) => index));
    }
  });

  test('asks a subscriber where every partition begins that it was given', async () => {
    const { kafka, topic } = opened.at(-1)!;
    await kafka.log.append(ampleDeadline(), topic, round(0));
    const store = aStore();
    const asked: number[] = [];
    const subscriber = store.subscriber();
    const subscription = await kafka.log.subscribe(topic, randomName('group'), {
      ...subscriber,
      startAt: (partition) => {
        asked.push(partition);
        return subscriber.startAt(partition);
      },
    });
    await store.until(KEYS.length);
    await subscription.stop();
    expect(asked.sort()).toEqual(manyOf(PARTITIONS, (index) => index));
  });

  test('says so where a subscriber claims to be further than the log is', async () => {
    const { topic } = opened.at(-1)!;
    const told = createGate();
    const messages: string[] = [];
    const { log, close } = await openLogUnderTest({
      onError: (error) => {
        messages.push(String(error));
        told.open();
      },
    });
    await log.append(ampleDeadline(), topic, round(0));
    const take = async (): Promise<void> => undefined;
    await log.subscribe(topic, randomName('group'), { startAt: async () => 1_000, take });
    await told.passed;
    await close();
    expect(messages[0]).toContain('ends before the position');
  });
});
