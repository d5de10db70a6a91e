import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openKafkaLog, type KafkaLog } from '@kith/kafka';
import { within } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { createCount, createGate, deadlineIn, manyOf, randomName } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { startOwnKafka, type RunningServer } from '@kith/tools/servers';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

const PARTITIONS = 3;
const CALLERS = 8;

const started: { readonly server: RunningServer; readonly kafka: KafkaLog; readonly topic: string }[] = [];

const ended = useEndings();
beforeAll(async () => {
  const topic = randomName('topic');
  const server = await startOwnKafka();
  ended.push(() => server.stop());
  const kafka = await openKafkaLog({
    brokers: [server.uri],
    clientId: 'fault-test',
    topics: { [topic]: PARTITIONS },
  });
  ended.push(() => kafka.close());
  started.push({ server, kafka, topic });
});

/** A refusal at once must not keep everything else from its turn. */
const TRY_AGAIN_MS = 10;

/** A test that fails leaves no callers behind. */
const endings = useEndings(afterEach);

/** Callers that append numbers under a key of their own, one after the other, until they are told to stop. */
const startTraffic = () => {
  const { kafka, topic } = started[0]!;
  const acknowledged: { readonly key: string; readonly value: string }[] = [];
  const [good, bad] = [createCount(), createCount()];
  let stopped = false;
  endings.push(() => (stopped = true));
  const append = async (caller: number): Promise<void> => {
    for (let turn = 0; !stopped; turn += 1) {
      const record = { key: `caller ${caller}`, value: String(turn) };
      try {
        await kafka.log.append(deadlineIn(1_000), topic, [record]);
        acknowledged.push(record);
        good.add();
      } catch (error) {
        expect(error).toBeInstanceOf(Unavailable);
        bad.add();
        await pause(TRY_AGAIN_MS);
      }
    }
  };
  const callers = Promise.all(manyOf(CALLERS, append));
  return {
    flows: (more: number) => Promise.race([good.more(more, 'records'), callers]),
    fails: () => Promise.race([bad.more(2 * CALLERS, 'failures'), callers]),
    async stop() {
      stopped = true;
      await callers;
      return acknowledged;
    },
  };
};

const READ_MS = 120_000;

/** Everything in the topic, per key in the order in which it lies there. */
const readAll = async (): Promise<ReadonlyMap<string, readonly number[]>> => {
  const { kafka, topic } = started[0]!;
  const values = new Map<string, number[]>();
  const ended = createGate();
  const last = randomName('last');
  const ends = manyOf(50, (index) => ({ key: `${index}`, value: last }));
  await kafka.log.append(deadlineIn(30_000), topic, ends);
  let endsSeen = 0;
  const subscription = await kafka.log.subscribe(topic, randomName('group'), {
    startAt: async () => 0,
    take: async ({ records }) => {
      for (const { key, value } of records) {
        if (value === last) endsSeen += 1;
        else values.set(key, [...(values.get(key) ?? []), Number(value)]);
      }
      if (endsSeen >= ends.length) ended.open();
    },
  });
  await within(deadlineIn(READ_MS), 'reading everything in the topic', ended.passed);
  await subscription.stop();
  return values;
};

describe('a Kafka that is killed and paused under load', () => {
  test('has every acknowledged record in order, and is well afterwards', async () => {
    const { server } = started[0]!;
    const traffic = startTraffic();
    await traffic.flows(500);
    await server.kill();
    await traffic.fails();
    await server.restart();
    await traffic.flows(500);
    await server.pause();
    await traffic.fails();
    server.resume();
    await traffic.flows(500);
    const acknowledged = await traffic.stop();
    const stored = await readAll();
    for (const [key, values] of stored) {
      const firsts = [...new Set(values)];
      expect({ key, values: firsts }).toEqual({ key, values: firsts.toSorted((a, b) => a - b) });
    }
    const lost = acknowledged.filter(({ key, value }) => stored.get(key)?.includes(Number(value)) !== true);
    expect(lost).toEqual([]);
  });
});
