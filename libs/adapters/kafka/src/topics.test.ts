import { expect, test } from 'vitest';
import { topicConfig } from './topics.ts';

const settings = { topics: { tracking: 12 }, otherPartitions: 1, retentionMs: 86_400_000 };

test.each([
  [1, -1, undefined],
  [2, -1, undefined],
  [3, 3, '2'],
  [9, 3, '2'],
])('a topic that is made where %i brokers are has as many replicas as %i', (brokers, replicas, inSync) => {
  const { numPartitions, replicationFactor, configEntries } = topicConfig('tracking', settings, brokers);
  expect({ numPartitions, replicationFactor }).toEqual({ numPartitions: 12, replicationFactor: replicas });
  expect(configEntries.find(({ name }) => name === 'min.insync.replicas')?.value).toBe(inSync);
});
