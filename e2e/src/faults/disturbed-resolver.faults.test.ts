import { createRandom, printedSeed, type Random } from '@kith/testing/random';
import { describe, expect, test } from 'vitest';
import { namesOf, useFrontedStage } from './fault-stage.ts';
import { appendTracking, kafkaFromOutside, trackingRecords, untilShared } from './kafka-from-outside.ts';
import type { Load } from './load.ts';
import { recount } from './recount.ts';
import type { Service } from './service.ts';

const TEST_MS = 600_000;
const DEVICES = 8;
const REBALANCES = 20;
const PARTITIONS = 12;
const PAGES = 60;
/** Between one disturbance and the next. */
const ACKNOWLEDGED = 20;

describe('the resolver, disturbed from all sides under load', () => {
  const stage = useFrontedStage();
  const kafka = () => kafkaFromOutside(stage.servers().environment['KAFKA_BROKERS'] ?? '');

  const count = async (load: Load, what: string): Promise<number> => {
    await load.stop();
    const views = await recount(stage.suite(), load.devices);
    process.stderr.write(`${what}: ${views} events counted, outcomes ${JSON.stringify(load.outcomes())}\n`);
    return views;
  };

  test(
    `whose consumer group is rebalanced ${REBALANCES} times counts every acknowledged event once`,
    async () => {
      const load = stage.load(namesOf('rebalanced', DEVICES));
      const others: Service[] = [];
      try {
        for (let done = 0; done < REBALANCES; done += 1) {
          // Two join, and from then on the older one leaves and a new one joins, in turns.
          if (others.length < 2) others.push(await stage.service('identity-resolver', 1));
          else await others.shift()?.stop();
          await untilShared(kafka(), 1 + others.length);
          await load.acknowledge(ACKNOWLEDGED);
        }
        expect(await count(load, 'rebalanced')).toBeGreaterThan(REBALANCES * ACKNOWLEDGED * 0.5);
      } finally {
        await Promise.all(others.map((other) => other.stop()));
      }
    },
    TEST_MS,
  );

  test(
    'which is given every record of the log again, in another order and in other partitions, counts nothing twice',
    async () => {
      const random = createRandom(printedSeed('duplicates'));
      const load = stage.load(namesOf('repeated', DEVICES));
      await load.acknowledge(PAGES);
      const records = await trackingRecords(kafka());
      expect(records.length).toBeGreaterThan(PAGES);
      const elsewhere = shuffled(records, random).map(({ message, partition }) => ({
        message,
        partition: (partition + random(PARTITIONS)) % PARTITIONS,
      }));
      await appendTracking(kafka(), [...shuffled(records, random), ...elsewhere, ...records]);
      await load.acknowledge(PAGES);
      await count(load, 'repeated');
    },
    TEST_MS,
  );

  test(
    'whose ways to MongoDB and Kafka are slow, and are cut again and again, counts every acknowledged event once',
    async () => {
      const load = stage.load(namesOf('cut', DEVICES));
      const { slow, cut, mend } = stage.servers();
      for (const server of ['mongodb', 'kafka'] as const) {
        await slow(server);
        await load.acknowledge(PAGES);
        for (let cuts = 0; cuts < 3; cuts += 1) {
          await cut(server);
          await load.refuse(2);
          await mend(server);
          await load.acknowledge(ACKNOWLEDGED);
        }
      }
      await Promise.all([slow('mongodb'), slow('kafka')]);
      await load.acknowledge(PAGES);
      await Promise.all([mend('mongodb'), mend('kafka')]);
      await count(load, 'cut');
    },
    TEST_MS,
  );
});

const shuffled = <T>(items: readonly T[], random: Random): readonly T[] =>
  items
    .map((item) => ({ item, at: random(2 ** 30) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
