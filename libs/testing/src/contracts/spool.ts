import { describe, expect, test } from 'vitest';
import { Unavailable, type LogRecord, type Spool } from '@kith/ports';
import { manyOf, randomName } from '../builders/ids.ts';
import { ampleDeadline, PAST_DEADLINE } from '../builders/scope.ts';
import { usingFixture, type DurableFixture } from '../kit/fixture.ts';
import { ODD_TEXTS } from '../kit/odd-texts.ts';

const TOPIC = 'tracking';

const numbered = (from: number, to: number): readonly LogRecord[] =>
  manyOf(to - from, (index) => ({ key: 'k', value: String(from + index) }));

/** Takes everything out, batch by batch. */
const emptyOut = async (spool: Spool): Promise<readonly LogRecord[]> => {
  const taken: LogRecord[] = [];
  for (let batch = await spool.oldest(); batch !== null; batch = await spool.oldest()) {
    taken.push(...batch.records.map(({ key, value }) => ({ key, value })));
    await spool.remove(batch);
  }
  return taken;
};

/** What every Spool promises; `make` gives an empty one that holds so many bytes. */
export const defineSpoolContract = (make: (mostBytes: number) => Promise<DurableFixture<Spool>>): void => {
  describe('the contract of a spool:', () => {
    const fixture = usingFixture(() => make(8 * 1024 * 1024));
    const small = usingFixture(() => make(64 * 1024));

    test('gives back what was added, in order, whatever is in it, and is empty then', async () => {
      const spool = fixture().adapter;
      const odd = ODD_TEXTS.map((value, index) => ({ key: `${index}\n"`, value }));
      await spool.add(ampleDeadline(), TOPIC, numbered(0, 1_200));
      await spool.add(ampleDeadline(), TOPIC, odd);
      expect(spool.contents()).toMatchObject({ records: 1_200 + odd.length, oldestAt: expect.any(Number) });
      expect(await emptyOut(spool)).toEqual([...numbered(0, 1_200), ...odd]);
      expect(spool.contents()).toEqual({ records: 0, bytes: 0, oldestAt: null });
    });

    test('keeps the order of each of many callers at once', async () => {
      const spool = fixture().adapter;
      const callers = manyOf(20, () => randomName('key'));
      const addTen = async (key: string): Promise<void> => {
        for (const { value } of numbered(0, 10)) await spool.add(ampleDeadline(), TOPIC, [{ key, value }]);
      };
      await Promise.all(callers.map(addTen));
      const taken = await emptyOut(spool);
      expect(taken).toHaveLength(200);
      for (const caller of callers) {
        const values = taken.filter(({ key }) => key === caller).map(({ value }) => value);
        expect(values).toEqual(manyOf(10, String));
      }
    });

    test('has made durable what it returned from, and goes on behind it', async () => {
      await fixture().adapter.add(ampleDeadline(), TOPIC, numbered(0, 3));
      const { bytes } = fixture().adapter.contents();
      const again = await fixture().reopen();
      expect(again.contents()).toMatchObject({ records: 3, bytes });
      await again.add(ampleDeadline(), TOPIC, numbered(3, 5));
      expect(await emptyOut(again)).toEqual(numbered(0, 5));
    });

    test('gives the same records again until they are removed, and a removal again changes nothing', async () => {
      const spool = fixture().adapter;
      await spool.add(ampleDeadline(), TOPIC, numbered(0, 2));
      const first = await spool.oldest();
      expect(await spool.oldest()).toEqual(first);
      await spool.remove(first!);
      await spool.add(ampleDeadline(), TOPIC, numbered(2, 3));
      await spool.remove(first!);
      expect(spool.contents().records).toBe(1);
      expect(await emptyOut(spool)).toEqual(numbered(2, 3));
    });

    test('removes the first of a batch alone where it is told to', async () => {
      const spool = fixture().adapter;
      await spool.add(ampleDeadline(), TOPIC, numbered(0, 3));
      const batch = (await spool.oldest())!;
      await spool.remove({ ...batch, records: batch.records.slice(0, 2) });
      expect(spool.contents().records).toBe(1);
      expect(await emptyOut(spool)).toEqual(numbered(2, 3));
    });

    test('rejects with Unavailable where the deadline has passed, and adds nothing', async () => {
      const spool = fixture().adapter;
      await expect(spool.add(PAST_DEADLINE, TOPIC, numbered(0, 1))).rejects.toThrow(Unavailable);
      expect(spool.contents().records).toBe(0);
    });

    test('takes all of a call or nothing, says when it is full, and takes again what fits', async () => {
      const spool = small().adapter;
      const record = { key: 'k', value: 'x'.repeat(1_000) };
      let added = 0;
      while ((await spool.add(ampleDeadline(), TOPIC, [record, record])) === 'added') added += 2;
      expect(added).toBeGreaterThan(30);
      expect(spool.contents()).toMatchObject({ records: added });
      expect(spool.contents().bytes).toBeLessThanOrEqual(64 * 1024);
      expect(await emptyOut(spool)).toHaveLength(added);
      expect(await spool.add(ampleDeadline(), TOPIC, [record])).toBe('added');
    });
  });
};
