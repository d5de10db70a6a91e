import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createMetrics, createSignal, silentLogger, steadyClock } from '@kith/platform';
import type { EventLog, LogRecord, Outbox, OutboxItem } from '@kith/ports';
import { aChange, ampleDeadline, createGate, createMemoryOutboxLeases, manyOf } from '@kith/testing';
import { createOutboxMetrics } from './outbox-owner.ts';
import { startOutboxRelay } from './outbox-relay.ts';

/** An outbox and a log in memory, which tell what is asked of them; the relay has its ranges, and has looked. */
const stage = async () => {
  const committed = createSignal();
  const calls: string[] = [];
  const published: LogRecord[] = [];
  let waiting: readonly OutboxItem[] = [];
  let emptied = (): void => undefined;
  const looked = createGate();
  const outbox: Outbox = {
    depth: async () => waiting.length,
    pending: async (_deadline, limit) => {
      calls.push('pending');
      looked.open();
      return waiting.slice(0, limit);
    },
    published: async (_deadline, keys) => {
      calls.push('published');
      waiting = waiting.filter(({ key }) => !keys.includes(key));
      if (waiting.length === 0) emptied();
    },
    onCommit: committed.listen,
  };
  const log: Pick<EventLog, 'append'> = {
    append: async (_deadline, _topic, records) => {
      calls.push('append');
      published.push(...records);
    },
  };
  const relay = startOutboxRelay({
    clock: Date.now,
    outbox,
    log: log as EventLog,
    leases: createMemoryOutboxLeases(Date.now),
    member: 'one',
    callDeadline: ampleDeadline,
    leaseDeadline: ampleDeadline,
    steadyClock,
    logger: silentLogger,
    metrics: createOutboxMetrics(createMetrics('resolver')),
  });
  const commit = (count: number): Promise<void> => {
    const items = manyOf(count, () => ({ key: aChange().id, account: 'demo', change: aChange() }));
    waiting = [...waiting, ...items];
    const isEmpty = new Promise<void>((resolve) => (emptied = resolve));
    committed.notify();
    return isEmpty;
  };
  await looked.passed;
  return { relay, calls, published, commit };
};

afterEach(() => void vi.useRealTimers());

test('a turn is a look, an append and a removal, and nothing is asked until the next commit', async () => {
  const { relay, calls, published, commit } = await stage();
  await commit(3);
  await commit(2);
  await relay.stop();
  expect(calls).toEqual(['pending', ...manyOf(2, () => ['pending', 'append', 'published']).flat()]);
  expect(published).toHaveLength(5);
});

test('a look that was full is followed by another one at once', async () => {
  const { relay, calls, published, commit } = await stage();
  await commit(501);
  await relay.stop();
  expect(calls).toEqual(['pending', ...manyOf(2, () => ['pending', 'append', 'published']).flat()]);
  expect(published).toHaveLength(501);
});

test('what is committed soon after a turn leaves with one turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { relay, calls, published, commit } = await stage();
  await commit(1);
  for (let commits = 0; commits < 4; commits += 1) {
    void commit(1);
    await setImmediate();
  }
  expect(published).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(published).toHaveLength(5);
  const stopped = relay.stop();
  await vi.advanceTimersByTimeAsync(100);
  await stopped;
  expect(calls).toEqual(['pending', ...manyOf(2, () => ['pending', 'append', 'published']).flat()]);
});
