import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Unavailable, type EventLog, type LogBatch } from '@kith/ports';
import {
  ampleDeadline,
  createCuttableProxy,
  createCount,
  createGate,
  deadlineIn,
  manyOf,
  randomName,
  type CuttableProxy,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { brokerPlace, openLogUnderTest, throughProxy } from './log-under-test.fake.ts';
import type { KafkaLog, KafkaLogOptions } from './open-kafka-log.ts';

const made: { readonly proxy: CuttableProxy; readonly logs: KafkaLog[] }[] = [];
const proxy = (): CuttableProxy => made.at(-1)!.proxy;

const endings = useEndings(afterEach);
beforeEach(async () => {
  const stage = { proxy: await createCuttableProxy(brokerPlace()), logs: [] as KafkaLog[] };
  endings.push(() => stage.proxy.close());
  endings.push(() => Promise.all(stage.logs.map((log) => log.close())));
  endings.push(() => stage.proxy.mend());
  made.push(stage);
});

/** A log whose brokers can be taken away. */
const open = async (options: Partial<KafkaLogOptions> = {}): Promise<KafkaLog> => {
  const log = await openLogUnderTest({ socketFactory: throughProxy(proxy()), ...options });
  made.at(-1)!.logs.push(log);
  return log;
};

const record = (value: string) => [{ key: 'k', value }];

/** Appends again and again until the log has it. */
const appendInTheEnd = async (log: EventLog, topic: string, value: string): Promise<void> => {
  for (;;) {
    try {
      return await log.append(deadlineIn(2_000), topic, record(value));
    } catch (error) {
      expect(error).toBeInstanceOf(Unavailable);
    }
  }
};

/** Everything in a topic up to a value. */
const valuesUpTo = async (log: EventLog, topic: string, last: string): Promise<readonly string[]> => {
  const values: string[] = [];
  const found = createGate();
  const take = async (batch: LogBatch): Promise<void> => {
    values.push(...batch.records.map(({ value }) => value));
    if (values.includes(last)) found.open();
  };
  const subscription = await log.subscribe(topic, randomName('group'), { startAt: async () => 0, take });
  await found.passed;
  await subscription.stop();
  return values;
};

const outages = ['cut', 'stall'] as const;

describe.each(outages)('a Kafka behind a connection that is lost (%s)', (outage) => {
  test('gives bounded errors, is well afterwards, and has all that it acknowledged', async () => {
    const { log } = await open();
    const topic = randomName('topic');
    await log.append(ampleDeadline(), topic, record('before'));
    proxy()[outage]();
    const during = manyOf(20, (index) => log.append(deadlineIn(200), topic, record(`during ${index}`)));
    for (const outcome of await Promise.allSettled(during)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'Unavailable' } });
    }
    proxy().mend();
    await appendInTheEnd(log, topic, 'after');
    await log.append(ampleDeadline(), topic, record('last'));
    const values = (await valuesUpTo(log, topic, 'last')).filter((value) => !value.startsWith('during'));
    expect([...new Set(values)]).toEqual(['before', 'after', 'last']);
  });

  test('delivers afterwards what a subscriber had not taken, in order and without gaps', async () => {
    const [{ log }, { log: direct }] = [await open(), await openDirectly()];
    const topic = randomName('topic');
    await direct.append(ampleDeadline(), topic, record('0'));
    const taken: string[] = [];
    const counts = manyOf(4, createGate);
    let position = 0;
    const subscription = await log.subscribe(topic, randomName('group'), {
      startAt: async () => position,
      take: async ({ records, next }) => {
        taken.push(...records.map(({ value }) => value));
        position = next;
        counts.forEach((gate, index) => taken.length >= index && gate.open());
      },
    });
    await counts[1]!.passed;
    proxy()[outage]();
    await direct.append(ampleDeadline(), topic, record('1'));
    proxy().mend();
    await direct.append(ampleDeadline(), topic, record('2'));
    await counts[3]!.passed;
    await subscription.stop();
    expect(taken).toEqual(['0', '1', '2']);
  });

  test('is told from one that answers', async () => {
    const { isReady } = await open();
    expect(await isReady()).toBe(true);
    proxy()[outage]();
    expect(await isReady()).toBe(false);
    proxy().mend();
    expect(await isReady()).toBe(true);
  });
});

const openDirectly = async (): Promise<KafkaLog> => {
  const log = await openLogUnderTest();
  made.at(-1)!.logs.push(log);
  return log;
};

/** A subscriber's values, and a wait for so many of them. */
const aReader = () => {
  const [values, count] = [[] as string[], createCount()];
  let position = 0;
  return {
    values,
    count,
    subscriber: {
      startAt: async () => position,
      take: async ({ records, next }: LogBatch) => {
        position = next;
        for (const { value } of records) {
          values.push(value);
          count.add();
        }
      },
    },
  };
};

describe('a subscription', () => {
  test('is not delivering before it has joined its group', async () => {
    const [{ log }, { log: direct }] = [await open(), await openDirectly()];
    const [topic, reader] = [randomName('topic'), aReader()];
    const taken = reader.count.more(1, 'records');
    await direct.append(ampleDeadline(), topic, record('0'));
    proxy().stall();
    const subscription = await log.subscribe(topic, randomName('group'), reader.subscriber);
    expect(subscription.isDelivering()).toBe(false);
    proxy().mend();
    await taken;
    expect(subscription.isDelivering()).toBe(true);
    await subscription.stop();
  });

  test('whose consumer crashes gets another one, which goes on where the subscriber is', async () => {
    const crashed = createGate();
    const group = randomName('group');
    const { log } = await open({
      onError: (_, about) => {
        if (about.group === group) crashed.open();
      },
    });
    const { log: direct } = await openDirectly();
    const [topic, reader] = [randomName('topic'), aReader()];
    const first = reader.count.more(1, 'records');
    await direct.append(ampleDeadline(), topic, record('0'));
    const subscription = await log.subscribe(topic, group, reader.subscriber);
    await first;
    proxy().cut();
    await crashed.passed;
    expect(subscription.isDelivering()).toBe(false);
    const second = reader.count.more(1, 'records');
    await direct.append(ampleDeadline(), topic, record('1'));
    proxy().mend();
    await second;
    expect(subscription.isDelivering()).toBe(true);
    await subscription.stop();
    expect(reader.values).toEqual(['0', '1']);
  });
});

describe('a Kafka that is away', () => {
  test('refuses at once what is more than may wait', async () => {
    const { log } = await open({ mostWaitingBytes: 10_000 });
    const topic = randomName('topic');
    await log.append(ampleDeadline(), topic, record('before'));
    proxy().stall();
    const calls = manyOf(50, () => log.append(deadlineIn(1_000), topic, record('x'.repeat(1_000))));
    const reasons = (await Promise.allSettled(calls)).map((call) =>
      String((call as PromiseRejectedResult).reason),
    );
    expect(reasons.filter((reason) => reason.includes('more records wait')).length).toBeGreaterThan(30);
    expect(reasons.filter((reason) => reason.includes('deadline')).length).toBeGreaterThan(0);
  });

  test.each(outages)(
    'does not keep a log from closing, which leaves no connection behind (%s)',
    async (outage) => {
      const { log, close } = await openLogUnderTest({ socketFactory: throughProxy(proxy()) });
      const topic = randomName('topic');
      await log.append(ampleDeadline(), topic, record('before'));
      await log.subscribe(topic, randomName('group'), {
        startAt: async () => 0,
        take: async () => undefined,
      });
      proxy()[outage]();
      const waiting = manyOf(3, () => log.append(deadlineIn(500), topic, record('during')));
      for (const append of waiting) await expect(append).rejects.toThrow(Unavailable);
      await close();
      proxy().mend();
      await expect(log.append(deadlineIn(500), topic, record('closed'))).rejects.toThrow(Unavailable);
      // The end of a connection that was stalled passes only now.
      for (let looks = 0; looks < 2_000 && proxy().connections > 0; looks += 1) await pause(50);
      expect(proxy().connections).toBe(0);
    },
  );

  test('can be opened where it may be away, and takes what is appended once it is back', async () => {
    const topic = randomName('topic');
    proxy().cut();
    const told: unknown[] = [];
    const onError = (error: unknown): void => void told.push(error);
    const { log } = await open({ mayBeAway: true, topics: { [topic]: 1 }, onError });
    expect(told[0]).toBeInstanceOf(Unavailable);
    await expect(log.append(deadlineIn(300), topic, record('away'))).rejects.toThrow(Unavailable);
    proxy().mend();
    await appendInTheEnd(log, topic, 'back');
    expect(await valuesUpTo(log, topic, 'back')).toContain('back');
  });

  test('cannot be opened', async () => {
    proxy().cut();
    const opening = openLogUnderTest({
      topics: { [randomName('topic')]: 1 },
      socketFactory: throughProxy(proxy()),
    });
    await expect(opening).rejects.toThrow(Unavailable);
  });
});
