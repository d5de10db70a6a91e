import { describe, expect, test } from 'vitest';
import { ALL_RANGES, rangeOf, type ChangeEvent } from '@kith/domain/identity';
import { Unavailable, type Outbox, type ProfileStore } from '@kith/ports';
import { manyOf, randomAccount, randomUmid } from '../builders/ids.ts';
import { aChange, aCommit, aProfile, fresh, replacing } from '../builders/identity.ts';
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../builders/scope.ts';
import { usingFixture, type DurableFixture } from '../kit/fixture.ts';

/** More than clocks of two machines differ by. */
const HOUR_MS = 3_600_000;

/** An outbox and the store whose commits fill it. */
export interface OutboxAdapters {
  readonly outbox: Outbox;
  readonly profiles: ProfileStore;
}

const leave = ({ profiles }: OutboxAdapters, changes: readonly ChangeEvent[]) =>
  profiles.commit(scopeOf(randomAccount()), aCommit({ changes }));

/** Publishes what other tests have left. */
const empty = async ({ outbox }: OutboxAdapters): Promise<void> => {
  const items = await outbox.pending(ampleDeadline(), 10_000);
  await outbox.published(
    ampleDeadline(),
    items.map(({ key }) => key),
  );
};

/** What every Outbox promises. */
export const defineOutboxContract = (make: () => Promise<DurableFixture<OutboxAdapters>>): void => {
  describe('the contract of an outbox:', () => {
    const fixture = usingFixture(make);
    describePending(fixture);
    describeWaking(fixture);
  });
};

const describePending = (fixture: () => DurableFixture<OutboxAdapters>): void => {
  test('changes of a profile come in the order of their commits, and in a commit as they were given', async () => {
    await empty(fixture().adapter);
    const umid = randomUmid();
    const first = manyOf(3, () => aChange({ umid, detail: { $a: ['b.c'] } }));
    const second = [aChange()];
    await leave(fixture().adapter, first);
    await leave(fixture().adapter, second);
    const items = await fixture().adapter.outbox.pending(ampleDeadline(), 100);
    expect(items.map(({ change }) => change)).toEqual([...first, ...second]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    expect((await fixture().adapter.outbox.pending(ampleDeadline(), 2)).map(({ change }) => change)).toEqual(
      first.slice(0, 2),
    );
  });

  test('an item names its account', async () => {
    await empty(fixture().adapter);
    const [account, change] = [randomAccount(), aChange()];
    await fixture().adapter.profiles.commit(scopeOf(account), aCommit({ changes: [change] }));
    const [item] = await fixture().adapter.outbox.pending(ampleDeadline(), 1);
    expect(item).toMatchObject({ account, change });
  });

  test('what is published is pending no more, and its key is not used again', async () => {
    await empty(fixture().adapter);
    const { outbox } = fixture().adapter;
    await leave(fixture().adapter, [aChange(), aChange()]);
    const [before, kept] = await outbox.pending(ampleDeadline(), 2);
    await outbox.published(ampleDeadline(), [before!.key]);
    expect(await outbox.pending(ampleDeadline(), 100)).toEqual([kept]);
    await outbox.published(ampleDeadline(), [kept!.key]);
    await leave(fixture().adapter, [aChange()]);
    const [after] = await outbox.pending(ampleDeadline(), 100);
    expect([before!.key, kept!.key]).not.toContain(after!.key);
    // Publishing twice, as after a restart, removes nothing else.
    await outbox.published(ampleDeadline(), [before!.key, kept!.key]);
    expect(await outbox.pending(ampleDeadline(), 100)).toEqual([after]);
  });

  test('a look at some ranges brings what lies in them, all of it', async () => {
    await empty(fixture().adapter);
    const changes = manyOf(60, () => aChange());
    await leave(fixture().adapter, changes);
    const halves = [ALL_RANGES.slice(0, 8), ALL_RANGES.slice(8)];
    for (const ranges of halves) {
      const items = await fixture().adapter.outbox.pending(ampleDeadline(), 100, ranges);
      const own = changes.filter(({ umid }) => ranges.includes(rangeOf(umid)));
      const ids = (all: readonly ChangeEvent[]) => all.map(({ id }) => id).sort();
      expect(ids(items.map(({ change }) => change))).toEqual(ids(own));
      await fixture().adapter.outbox.published(
        ampleDeadline(),
        items.map(({ key }) => key),
        Date.now() + HOUR_MS,
      );
    }
    expect(await fixture().adapter.outbox.pending(ampleDeadline(), 100)).toEqual([]);
  });

  test('whose time is over by the clock of the store removes nothing, neither rows nor parts of them', async () => {
    await empty(fixture().adapter);
    const { outbox } = fixture().adapter;
    const umid = randomUmid();
    await leave(
      fixture().adapter,
      manyOf(3, () => aChange({ umid })),
    );
    const items = await outbox.pending(ampleDeadline(), 100);
    const keys = items.map(({ key }) => key);
    await outbox.published(ampleDeadline(), keys, Date.now() - HOUR_MS);
    await outbox.published(ampleDeadline(), keys.slice(0, 1), Date.now() - HOUR_MS);
    expect(await outbox.pending(ampleDeadline(), 100)).toEqual(items);
    await outbox.published(ampleDeadline(), keys.slice(0, 1), Date.now() + HOUR_MS);
    expect(await outbox.pending(ampleDeadline(), 100)).toEqual(items.slice(1));
  });

  test('its depth is what waits, an entry for each commit about one person', async () => {
    await empty(fixture().adapter);
    const { outbox } = fixture().adapter;
    expect(await outbox.depth(ampleDeadline())).toBe(0);
    const umid = randomUmid();
    await leave(
      fixture().adapter,
      manyOf(2, () => aChange({ umid })),
    );
    await leave(fixture().adapter, [aChange()]);
    expect(await outbox.depth(ampleDeadline())).toBe(2);
    await empty(fixture().adapter);
    expect(await outbox.depth(ampleDeadline())).toBe(0);
  });

  test('a commit that meets a conflict leaves nothing', async () => {
    await empty(fixture().adapter);
    const profiles = [replacing(aProfile(), 1)];
    const conflicting = aCommit({ profiles, changes: [aChange()] });
    const outcome = await fixture().adapter.profiles.commit(scopeOf(randomAccount()), conflicting);
    expect(outcome).toBe('conflict');
    expect(await fixture().adapter.outbox.pending(ampleDeadline(), 100)).toEqual([]);
  });

  test('what is pending is there after the store was opened again', async () => {
    await empty(fixture().adapter);
    const change = aChange();
    await leave(fixture().adapter, [change]);
    const { outbox } = await fixture().reopen();
    expect((await outbox.pending(ampleDeadline(), 100)).map((item) => item.change)).toEqual([change]);
  });

  test('rejects with Unavailable where the deadline has passed', async () => {
    const { outbox } = fixture().adapter;
    await expect(outbox.pending(PAST_DEADLINE, 1)).rejects.toThrow(Unavailable);
    await expect(outbox.published(PAST_DEADLINE, ['1'])).rejects.toThrow(Unavailable);
  });
};

const describeWaking = (fixture: () => DurableFixture<OutboxAdapters>): void => {
  test('a commit with changes wakes everybody who waits', async () => {
    const { outbox } = fixture().adapter;
    const ends: (() => void)[] = [];
    const woken = manyOf(2, () => new Promise<void>((resolve) => ends.push(outbox.onCommit(resolve))));
    await leave(fixture().adapter, [aChange()]);
    await Promise.all(woken);
    ends.forEach((end) => end());
  });

  test('who has unsubscribed is woken no more', async () => {
    const { outbox } = fixture().adapter;
    const calls: string[] = [];
    const end = outbox.onCommit(() => calls.push('ended'));
    end();
    const woken = new Promise<void>((resolve) => {
      const stop = outbox.onCommit(() => {
        stop();
        resolve();
      });
    });
    await fixture().adapter.profiles.commit(
      scopeOf(randomAccount()),
      aCommit({ profiles: [fresh(aProfile())], changes: [aChange()] }),
    );
    await woken;
    expect(calls).toEqual([]);
  });
};
