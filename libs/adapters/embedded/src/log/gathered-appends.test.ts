import { describe, expect, test } from 'vitest';
import { Unavailable } from '@kith/ports';
import { ampleDeadline, manyOf, PAST_DEADLINE } from '@kith/testing';
import { createGatheredAppends, type Append } from './gathered-appends.ts';

/** A log in memory whose transactions end when they are let go. */
const heldLog = () => {
  const transactions: (readonly Append[])[] = [];
  const told: string[] = [];
  const ends: (() => void)[] = [];
  const append = createGatheredAppends(
    async (_deadline, appends) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      const some = appends();
      transactions.push(some);
      return some;
    },
    (topic) => void told.push(topic),
  );
  const begun = async (count: number): Promise<void> => {
    while (ends.length < count) await new Promise(setImmediate);
  };
  const letGo = async (index: number): Promise<void> => {
    await begun(index + 1);
    ends[index]?.();
  };
  return { append, transactions, told, begun, letGo };
};

const of = (topic: string, value: string): Append => ({ topic, records: [{ key: 'k', value }] });
const valuesIn = (transaction: readonly Append[] | undefined, topic: string): readonly string[] | undefined =>
  transaction?.find((one) => one.topic === topic)?.records.map(({ value }) => value);

describe('appends that come at once', () => {
  test('are one transaction, each topic in the order of the calls, and each topic is told of once', async () => {
    const log = heldLog();
    const calls = manyOf(50, (index) =>
      log.append(ampleDeadline(), of(index % 2 === 0 ? 'even' : 'odd', String(index))),
    );
    await log.letGo(0);
    await Promise.all(calls);
    expect(log.transactions).toHaveLength(1);
    expect(valuesIn(log.transactions[0], 'even')).toEqual(manyOf(25, (index) => String(2 * index)));
    expect(valuesIn(log.transactions[0], 'odd')).toEqual(manyOf(25, (index) => String(2 * index + 1)));
    expect(log.told).toEqual(['even', 'odd']);
  });

  test('while a transaction is under way are the next one, and wait for it', async () => {
    const log = heldLog();
    const first = log.append(ampleDeadline(), of('t', 'first'));
    await log.begun(1);
    const later = manyOf(20, (index) => log.append(ampleDeadline(), of('t', String(index))));
    await log.letGo(0);
    await first;
    expect(log.transactions).toHaveLength(1);
    await log.letGo(1);
    await Promise.all(later);
    expect(log.transactions.map((one) => valuesIn(one, 't'))).toEqual([['first'], manyOf(20, String)]);
  });

  test('get nothing written where the deadline has passed by then, and hurt no other', async () => {
    const log = heldLog();
    let isPast = false;
    const passing = { remainingMs: () => (isPast ? 0 : 60_000) };
    const [late, other] = [
      log.append(passing, of('t', 'late')),
      log.append(ampleDeadline(), of('t', 'other')),
    ];
    late.catch(() => undefined);
    await log.begun(1);
    isPast = true;
    await log.letGo(0);
    await other;
    await expect(late).rejects.toThrow(Unavailable);
    await expect(log.append(PAST_DEADLINE, of('t', 'past'))).rejects.toThrow(Unavailable);
    expect(log.transactions.map((one) => valuesIn(one, 't'))).toEqual([['other']]);
  });

  test('all hear of it where the transaction fails, and the next one goes on', async () => {
    let failing = true;
    const append = createGatheredAppends(
      async (_deadline, appends) => {
        if (failing) throw new Unavailable('store', 'the disk is full');
        return appends();
      },
      () => undefined,
    );
    const refused = await Promise.allSettled(
      manyOf(3, (index) => append(ampleDeadline(), of('t', String(index)))),
    );
    expect(refused.map(({ status }) => status)).toEqual(manyOf(3, () => 'rejected'));
    failing = false;
    await expect(append(ampleDeadline(), of('t', 'again'))).resolves.toBe(undefined);
  });
});
