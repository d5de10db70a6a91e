import { expect, test } from 'vitest';
import type { FailedParcel } from '@kith/domain/destinations';
import { aDeliveryTaking, aFailedParcel } from '../../builders/delivery.ts';
import { BUILT_AT } from '../../builders/identity.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { DeliveryAdapters } from './index.ts';

const NAME = 'campaigns';

/** How failed parcels are kept, listed and put back. */
export const defineLaying = (fixture: () => DurableFixture<Pick<DeliveryAdapters, 'deliveries'>>): void => {
  const store = () => fixture().adapter.deliveries;
  const withFailed = async (...failed: readonly FailedParcel[]) => {
    const scope = scopeOf(randomAccount());
    await store().open(scope, NAME, { isPaused: false, since: BUILT_AT });
    const taking = aDeliveryTaking({ failed });
    await store().reached(scope, NAME, taking.topic, 0);
    expect(await store().take(scope, NAME, taking)).toBe('taken');
    return scope;
  };

  test('failed parcels are listed page by page, the oldest first', async () => {
    const some = manyOf(4, (index) => aFailedParcel({ failedAt: BUILT_AT + index }));
    const scope = await withFailed(...some.toReversed());
    const page = (after: FailedParcel | undefined, limit: number) =>
      store().failed(scope, NAME, after === undefined ? { limit } : { after, limit });
    expect(await page(undefined, 3)).toEqual(some.slice(0, 3));
    expect(await page(some[2], 3)).toEqual(some.slice(3));
    expect(await page(some[3], 3)).toEqual([]);
    expect(await store().counts(scope, NAME)).toEqual({ waiting: 0, failed: 4 });
    expect(await store().failed(scope, 'another', { limit: 3 })).toEqual([]);
  });

  test('a parcel that fails once more takes its own place', async () => {
    const failed = aFailedParcel();
    const scope = await withFailed(failed);
    const again = { ...failed, why: 'again', failedAt: BUILT_AT + 1 };
    const progress = { lane: failed.lane, gone: [failed.place], failed: [again], tried: null, dueAt: 1 };
    await store().proceed(scope, NAME, progress);
    expect(await store().failed(scope, NAME, { limit: 3 })).toEqual([again]);
  });

  test('failed parcels go back into their lanes, those named or the oldest', async () => {
    const umid = randomUmid();
    const some = ['a', 'b', 'c'].map((place, index) =>
      aFailedParcel({ umid, place, tries: 9, failedAt: BUILT_AT + index }),
    );
    const scope = await withFailed(...some);
    const ids = [some[2]!.id, 'no such id'];
    expect(await store().replayFailed(scope, NAME, { ids, limit: 10, dueAt: 5 })).toBe(1);
    expect(await store().replayFailed(scope, NAME, { limit: 1, dueAt: 6 })).toBe(1);
    const waiting = await store().lane(scope, NAME, umid, 10);
    expect(waiting.map(({ id, tries }) => [id, tries])).toEqual([
      [some[0]!.id, 0],
      [some[2]!.id, 0],
    ]);
    expect(waiting[0]).not.toHaveProperty('failedAt');
    expect(await store().due(scope, NAME, 10, 10)).toEqual([{ lane: umid, dueAt: 5 }]);
    expect(await store().failed(scope, NAME, { limit: 3 })).toEqual([some[1]]);
    expect(await store().replayFailed(scope, NAME, { limit: 5, dueAt: 6 })).toBe(1);
    expect(await store().replayFailed(scope, NAME, { limit: 5, dueAt: 6 })).toBe(0);
  });

  test('failed parcels that were laid aside before a time are removed, so many at a time', async () => {
    const some = manyOf(4, (index) => aFailedParcel({ failedAt: BUILT_AT + index }));
    const scope = await withFailed(...some);
    expect(await store().removeFailedBefore(scope, NAME, BUILT_AT + 3, 2)).toBe(2);
    expect(await store().removeFailedBefore(scope, NAME, BUILT_AT + 3, 2)).toBe(1);
    expect(await store().removeFailedBefore(scope, NAME, BUILT_AT + 3, 2)).toBe(0);
    expect(await store().failed(scope, NAME, { limit: 9 })).toEqual(some.slice(3));
  });
};
