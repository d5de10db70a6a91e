import { expect, test } from 'vitest';
import { aDeliveryTaking, aWaitingParcel } from '../../builders/delivery.ts';
import { BUILT_AT } from '../../builders/identity.ts';
import { randomAccount, randomName } from '../../builders/ids.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { DeliveryAdapters } from './index.ts';

const MINUTE = 60_000;
const NOTHING_REACHED = { position: 0, takenBefore: 0 };

/** Who takes care of a destination, from where on, and whether at all. */
export const defineDestinations = (
  fixture: () => DurableFixture<Pick<DeliveryAdapters, 'deliveries'>>,
): void => {
  const store = () => fixture().adapter.deliveries;
  const first = { isPaused: false, since: BUILT_AT };

  test('a destination is in the hands of one holder at a time, and of that one again at once', async () => {
    const [scope, name] = [scopeOf(randomAccount()), randomName('destination')];
    expect(await store().hold(scope, name, 'one', MINUTE)).toBe(true);
    expect(await store().hold(scope, name, 'another', MINUTE)).toBe(false);
    expect(await store().hold(scope, name, 'one', MINUTE)).toBe(true);
    await store().release(scope, name, 'another');
    expect(await store().hold(scope, name, 'another', MINUTE)).toBe(false);
    await store().release(scope, name, 'one');
    expect(await store().hold(scope, name, 'another', 0)).toBe(true);
    expect(await store().hold(scope, name, 'one', MINUTE)).toBe(true);
    expect(await store().state(scope, name)).toBeNull();
  });

  test('a destination is opened once, and keeps its state', async () => {
    const [scope, name] = [scopeOf(randomAccount()), randomName('destination')];
    const opened = { ...first, owedSince: BUILT_AT, round: 1, takenAt: {}, reviewed: null };
    expect(await store().open(scope, name, first)).toEqual(opened);
    expect(await store().open(scope, name, { isPaused: true, since: 1 })).toEqual(opened);
    await store().setPaused(scope, name, true, 1);
    expect(await store().state(scope, name)).toEqual({ ...opened, isPaused: true });
    await store().noteReviewed(scope, name, 'these rules');
    expect(await store().state(scope, name)).toMatchObject({ isPaused: true, reviewed: 'these rules' });
    await store().noteReviewed(scope, name, null);
    expect(await store().state(scope, name)).toMatchObject({ reviewed: null });
    expect(await store().state(scopeOf(randomAccount()), name)).toBeNull();
    await store().setPaused(scope, 'never-opened', true, BUILT_AT);
    expect(await store().open(scope, 'never-opened', first)).toMatchObject({ isPaused: true });
  });

  test('a position moves from where it is, or not at all', async () => {
    const [scope, name] = [scopeOf(randomAccount()), randomName('destination')];
    await store().open(scope, name, first);
    expect(await store().reached(scope, name, 'tracking', 0)).toEqual(NOTHING_REACHED);
    const taking = aDeliveryTaking({ topic: 'tracking', takenAt: BUILT_AT });
    expect(await store().take(scope, name, taking)).toBe('taken');
    expect(await store().take(scope, name, taking)).toBe('fenced');
    const parked = [{ parcel: aWaitingParcel(), dueAt: BUILT_AT }];
    expect(await store().take(scope, name, { ...taking, parked })).toBe('fenced');
    expect(await store().counts(scope, name)).toEqual({ waiting: 0, failed: 0 });
    expect(await store().take(scope, name, { ...taking, from: 10, to: 20, takenAt: null, parked })).toBe(
      'taken',
    );
    const reopened = (await fixture().reopen()).deliveries;
    expect(await reopened.reached(scope, name, 'tracking', 0)).toEqual({ position: 20, takenBefore: 0 });
    expect(await reopened.reached(scope, name, 'tracking', 1)).toEqual(NOTHING_REACHED);
    expect(await reopened.reached(scope, 'another', 'tracking', 0)).toEqual(NOTHING_REACHED);
    expect(await reopened.state(scope, name)).toMatchObject({ takenAt: { tracking: BUILT_AT } });
    expect(await reopened.counts(scope, name)).toEqual({ waiting: 1, failed: 0 });
  });

  test('a destination that begins again forgets its positions, and fences who goes on from before', async () => {
    const [scope, name] = [scopeOf(randomAccount()), randomName('destination')];
    await store().open(scope, name, first);
    await store().reached(scope, name, 'tracking', 0);
    const taking = aDeliveryTaking({ topic: 'tracking', takenAt: BUILT_AT });
    await store().take(scope, name, taking);
    await store().beginAgain(scope, name, BUILT_AT - MINUTE);
    const { round } = await store().open(scope, name, first);
    expect(await store().state(scope, name)).toEqual({
      isPaused: false,
      since: BUILT_AT - MINUTE,
      owedSince: BUILT_AT - MINUTE,
      round,
      takenAt: {},
      reviewed: null,
    });
    expect(round).toBeGreaterThan(1);
    expect(await store().reached(scope, name, 'tracking', 0)).toEqual({ position: 0, takenBefore: 10 });
    expect(await store().take(scope, name, { ...taking, from: 10, to: 20 })).toBe('fenced');
    expect(await store().take(scope, name, taking)).toBe('fenced');
    expect(await store().take(scope, name, { ...taking, round })).toBe('taken');
  });

  test('a destination that begins again knows what rounds of before have taken, and since when the rest is owed', async () => {
    const [scope, name] = [scopeOf(randomAccount()), randomName('destination')];
    const reached = async () => {
      const { deliveries } = await fixture().reopen();
      return Promise.all([0, 1].map((partition) => deliveries.reached(scope, name, 'tracking', partition)));
    };
    const takeUpTo = async (round: number, to: number) => {
      await store().reached(scope, name, 'tracking', 0);
      expect(await store().take(scope, name, aDeliveryTaking({ topic: 'tracking', round, to }))).toBe(
        'taken',
      );
    };
    await store().open(scope, name, first);
    await takeUpTo(1, 20);
    expect(await reached()).toEqual([{ position: 20, takenBefore: 0 }, NOTHING_REACHED]);
    await store().beginAgain(scope, name, BUILT_AT + MINUTE);
    expect(await store().state(scope, name)).toMatchObject({ since: BUILT_AT + MINUTE, owedSince: BUILT_AT });
    expect(await reached()).toEqual([{ position: 0, takenBefore: 20 }, NOTHING_REACHED]);
    await takeUpTo(2, 10);
    await store().beginAgain(scope, name, BUILT_AT - MINUTE);
    await store().beginAgain(scope, name, BUILT_AT);
    expect(await store().state(scope, name)).toMatchObject({ since: BUILT_AT, owedSince: BUILT_AT - MINUTE });
    expect(await reached()).toEqual([{ position: 0, takenBefore: 20 }, NOTHING_REACHED]);
    expect(await store().reached(scope, 'another', 'tracking', 0)).toEqual(NOTHING_REACHED);
  });
};
