import { describe, expect, test } from 'vitest';
import { silentLogger } from '@kith/platform';
import { ampleDeadline, PAST_DEADLINE, randomName } from '@kith/testing';
import kafkajs from 'kafkajs';
import { createKafkaClient } from './kafka-client.ts';
import { brokersUnderTest, openLogUnderTest } from './log-under-test.fake.ts';

const DAY_MS = 86_400_000;

const configOf = async (topic: string): Promise<Readonly<Record<string, string>>> => {
  const brokers = brokersUnderTest();
  const admin = createKafkaClient({ brokers, clientId: 'test', logger: silentLogger }).admin();
  await admin.connect();
  const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic };
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
  await admin.disconnect();
  return Object.fromEntries(
    resources.flatMap(({ configEntries }) =>
      configEntries.map(({ configName, configValue }) => [configName, configValue]),
    ),
  );
};

describe('the retention of a topic', () => {
  test('is set so that its last record in a segment is gone in time, and nothing else is touched', async () => {
    const { log, close } = await openLogUnderTest();
    const topic = randomName('topic');
    await log.append(ampleDeadline(), topic, [{ key: 'k', value: 'v' }]);
    const before = await configOf(topic);
    await log.keepFor(ampleDeadline(), topic, 4 * DAY_MS);
    const days = (count: number): string => String(count * DAY_MS);
    const wanted = { 'retention.ms': days(3), 'segment.ms': days(1) };
    expect(await configOf(topic)).toEqual({ ...before, ...wanted });
    expect(before).toMatchObject({
      'retention.ms': days(6),
      'segment.ms': days(1),
      'max.message.bytes': '2097152',
    });
    await close();
  });

  test('is never longer than that of the log, and shorter again at the next word', async () => {
    const { log, close } = await openLogUnderTest({ retentionMs: DAY_MS });
    const topic = randomName('topic');
    await log.keepFor(ampleDeadline(), topic, 40 * DAY_MS);
    expect(await configOf(topic)).toMatchObject({ 'retention.ms': String(0.75 * DAY_MS) });
    await log.keepFor(ampleDeadline(), topic, 4);
    expect(await configOf(topic)).toMatchObject({ 'retention.ms': '3', 'segment.ms': '1' });
    await close();
  });

  test('that could not be set in time is Unavailable', async () => {
    const { log, close } = await openLogUnderTest();
    const kept = log.keepFor(PAST_DEADLINE, randomName('topic'), DAY_MS);
    await expect(kept).rejects.toMatchObject({ name: 'Unavailable' });
    await close();
  });
});
