import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ampleDeadline,
  createGate,
  manyOf,
  temporaryDirectory,
  type TemporaryDirectory,
} from '@kith/testing';
import type { LogBatch } from '@kith/ports';
import { useEndings } from '@kith/testing/use-endings';
import { openEmbeddedStore, type EmbeddedStore } from '../open-embedded-store.ts';
import { pauseAfter } from './log-subscription.ts';
import type { LogFailure } from './event-log.ts';

const HOUR_MS = 60 * 60 * 1000;

const directories: TemporaryDirectory[] = [];

const endings = useEndings(afterEach);
beforeEach(async () => {
  const made = await temporaryDirectory();
  endings.push(made.remove);
  directories.push(made);
});

const openAt = (time: { readonly now: number }, sweepIntervalMs = HOUR_MS) => {
  const directory = directories.at(-1)!.path;
  return openEmbeddedStore({ directory, clock: () => time.now, retentionMs: HOUR_MS, sweepIntervalMs });
};

/** The first batch that a subscriber from position 0 gets. */
const firstBatch = async (store: EmbeddedStore, topic: string): Promise<LogBatch> => {
  const batches: LogBatch[] = [];
  const taken = createGate();
  const subscription = await store.log.subscribe(topic, 'reader', {
    startAt: async () => 0,
    take: async (batch) => {
      batches.push(batch);
      taken.open();
    },
  });
  await taken.passed;
  await subscription.stop();
  return batches[0]!;
};

describe('the embedded log', () => {
  test('gives batches of at most 500 records, and of about a mebibyte', async () => {
    const store = await openAt({ now: 0 });
    await store.log.append(
      ampleDeadline(),
      'many',
      manyOf(1_200, () => ({ key: 'k', value: 'v' })),
    );
    const large = { key: 'k', value: 'x'.repeat(400 * 1024) };
    await store.log.append(
      ampleDeadline(),
      'large',
      manyOf(9, () => large),
    );
    expect((await firstBatch(store, 'many')).records).toHaveLength(500);
    expect((await firstBatch(store, 'large')).records).toHaveLength(3);
    await store.close();
  });

  test('removes what is past its time, keeps the rest, and never uses a position again', async () => {
    const time = { now: 0 };
    const store = await openAt(time, 1);
    const records = manyOf(1_300, () => ({ key: 'k', value: 'old' }));
    await store.log.append(ampleDeadline(), 'topic', records);
    time.now = HOUR_MS + 1;
    await store.log.append(ampleDeadline(), 'topic', [{ key: 'k', value: 'new' }]);
    // The sweep runs by its own timer: a subscriber that begins at 0 sees when it has done its work.
    for (;;) {
      const { records: left, next } = await firstBatch(store, 'topic');
      if (left.length > 1) continue;
      expect({ left, next }).toEqual({ left: [{ position: 1_300, key: 'k', value: 'new' }], next: 1_301 });
      break;
    }
    await store.close();
  });

  test('keeps a topic for less where it is told so, at once and from then on, and never for more', async () => {
    const time = { now: 0 };
    const store = await openAt(time, 1);
    const deadLetter = (value: string) => store.log.append(ampleDeadline(), 'letters', [{ key: 'k', value }]);
    await deadLetter('first');
    await store.log.append(ampleDeadline(), 'others', [{ key: 'k', value: 'other' }]);
    time.now = 1_001;
    await deadLetter('second');
    await store.log.keepFor(ampleDeadline(), 'letters', 1_000);
    expect((await firstBatch(store, 'letters')).records.map(({ value }) => value)).toEqual(['second']);
    time.now = 2_002;
    await deadLetter('third');
    for (let left = 2; left > 1;) left = (await firstBatch(store, 'letters')).records.length;
    expect((await firstBatch(store, 'others')).records).toHaveLength(1);
    await store.log.keepFor(ampleDeadline(), 'letters', 1_000 * HOUR_MS);
    time.now = 2_002 + HOUR_MS + 1;
    await deadLetter('fourth');
    await store.log.keepFor(ampleDeadline(), 'letters', 1_000 * HOUR_MS);
    expect((await firstBatch(store, 'letters')).records.map(({ value }) => value)).toEqual(['fourth']);
    await store.close();
  });

  test('goes on counting where everything was removed', async () => {
    const time = { now: 0 };
    const store = await openAt(time, 1);
    await store.log.append(ampleDeadline(), 'topic', [{ key: 'k', value: 'old' }]);
    time.now = HOUR_MS + 1;
    await store.close();
    const again = await openAt(time);
    await again.log.append(ampleDeadline(), 'topic', [{ key: 'k', value: 'new' }]);
    const { next } = await firstBatch(again, 'topic');
    expect(next).toBe(2);
    await again.close();
  });

  test('tells of every failure of a subscriber, with the number of those in a row', async () => {
    const told: (LogFailure & { error: unknown })[] = [];
    const enough = createGate();
    const store = await openEmbeddedStore({
      directory: directories.at(-1)!.path,
      clock: () => 0,
      onError: (error, failure) => {
        told.push({ error, ...failure });
        if (told.length === 3) enough.open();
      },
    });
    const fault = new Error('the store does not answer');
    const take = (): Promise<void> => Promise.reject(fault);
    await store.log.subscribe('topic', 'group', { startAt: async () => 0, take });
    await store.log.append(ampleDeadline(), 'topic', [{ key: 'k', value: 'v' }]);
    await enough.passed;
    await store.close();
    expect(told.slice(0, 3)).toEqual(
      [1, 2, 3].map((attempt) => ({ error: fault, topic: 'topic', group: 'group', attempt })),
    );
  });

  test('waits between failures from 50 ms up to 5 s', () => {
    const pauses = [1, 2, 3, 7, 8, 100, 5_000].map(pauseAfter);
    expect(pauses).toEqual([50, 100, 200, 3_200, 5_000, 5_000, 5_000]);
  });
});
