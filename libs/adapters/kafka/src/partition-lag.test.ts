import { expect, test } from 'vitest';
import { createLagOfPartition } from './partition-lag.ts';

const messageAt = (offset: number, timestamp: number) => ({
  offset: String(offset),
  timestamp: String(timestamp),
  key: null,
  value: null,
  attributes: 0,
  headers: {},
});

const partition = () => {
  const time = { now: 1_000 };
  return { time, lag: createLagOfPartition(() => time.now) };
};

test('a partition whose position nobody knows may wait since it was assigned', () => {
  const { time, lag } = partition();
  time.now = 9_000;
  lag.ends(7);
  expect(lag.now()).toEqual({ records: 0, since: 1_000 });
});

test('who stands at the end is not behind, however long nothing comes', () => {
  const { time, lag } = partition();
  lag.stands(7);
  lag.ends(7);
  time.now = 9_000;
  expect(lag.now()).toEqual({ records: 0, since: null });
});

test('what is being taken waits since it was written, record by record', () => {
  const { lag } = partition();
  lag.stands(5);
  lag.takes({ highWatermark: '8', messages: [messageAt(5, 600), messageAt(6, 700), messageAt(7, 800)] });
  expect(lag.now()).toEqual({ records: 3, since: 600 });
  lag.stands(7);
  expect(lag.now()).toEqual({ records: 1, since: 800 });
  lag.stands(8);
  expect(lag.now()).toEqual({ records: 0, since: null });
});

test('what the brokers have and nobody has fetched came after the subscriber stood at the end', () => {
  const { time, lag } = partition();
  lag.stands(5);
  time.now = 2_000;
  lag.ends(5);
  time.now = 3_000;
  lag.ends(9);
  expect(lag.now()).toEqual({ records: 4, since: 2_000 });
});
