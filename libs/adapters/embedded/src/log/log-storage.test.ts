import { afterEach, expect, test } from 'vitest';
import { ampleDeadline, manyOf, temporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openEnvironment } from '../engine/environment.ts';
import { forwards } from '../engine/keys.ts';
import { openStoreCollections } from '../engine/store-collections.ts';
import { gatherAppends } from './gathered-appends.ts';
import { behindFrom, readBatch } from './log-storage.ts';

const endings = useEndings(afterEach);

/** A log that ends with the test. */
const openLog = async () => {
  const directory = await temporaryDirectory();
  endings.push(directory.remove);
  const environment = await openEnvironment(directory.path, []);
  endings.push(() => environment.close());
  const store = openStoreCollections(environment.root);
  const append = gatherAppends({ environment, store, clock: () => 1, appended: () => undefined });
  return { environment, store, append };
};

test('what many append at once lies in few rows, each in its own order', async () => {
  const { store, append } = await openLog();
  const writers = manyOf(100, (writer) =>
    append(
      ampleDeadline(),
      'topic',
      manyOf(2, (index) => ({ key: `${writer}`, value: `${index}` })),
    ),
  );
  await Promise.all(writers);
  const { records, next } = readBatch(store, 'topic', 0)!;
  expect(next).toBe(200);
  for (const writer of manyOf(100, String)) {
    const own = records.filter(({ key }) => key === writer);
    expect(own.map(({ value }) => value)).toEqual(['0', '1']);
  }
  expect(store.log.count(forwards('topic'))).toBeLessThanOrEqual(4);
});

test('who comes too late is refused, and has nothing in the log, whoever comes with it', async () => {
  const { store, append } = await openLog();
  const left = [1, 1, 0];
  const expiring = { remainingMs: () => left.shift() ?? 0 };
  const [late, inTime] = await Promise.allSettled([
    append(expiring, 'topic', [{ key: 'late', value: '' }]),
    append(ampleDeadline(), 'topic', [{ key: 'in time', value: '' }]),
  ]);
  expect([late.status, inTime.status]).toEqual(['rejected', 'fulfilled']);
  expect(readBatch(store, 'topic', 0)?.records.map(({ key }) => key)).toEqual(['in time']);
});

test('a reader goes on within a row where it was stopped', async () => {
  const { store, append } = await openLog();
  await append(
    ampleDeadline(),
    'topic',
    manyOf(10, (index) => ({ key: 'k', value: `${index}` })),
  );
  for (const from of manyOf(10, Number)) {
    expect(behindFrom(store, 'topic', from)).toEqual({ records: 10 - from, since: 1 });
    for (const most of [1, 3]) {
      const batch = readBatch(store, 'topic', from, { records: most, characters: 1_000_000 })!;
      const expected = manyOf(Math.min(most, 10 - from), (index) => from + index);
      expect(batch.records.map(({ position, value }) => [position, value])).toEqual(
        expected.map((position) => [position, `${position}`]),
      );
      expect(batch.next).toBe(expected.at(-1)! + 1);
    }
  }
  expect(readBatch(store, 'topic', 10)).toBeNull();
  expect(behindFrom(store, 'topic', 10)).toEqual({ records: 0, since: null });
});
