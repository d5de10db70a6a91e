import { expect, test } from 'vitest';
import type { FailedDelivery } from '@kith/domain/destinations';
import { aDestinationPlace, aFailedDelivery, aTakenPart } from '../../builders/destinations.ts';
import { BUILT_AT } from '../../builders/identity.ts';
import { manyOf, randomUmid } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import type { DestinationStoresFixture } from './adapters.ts';

/** How failed deliveries are kept, listed and put back. */
export const defineFailedDeliveries = (fixture: () => DestinationStoresFixture): void => {
  const withFailed = async (...failed: readonly FailedDelivery[]) => {
    const deadline = ampleDeadline();
    const place = aDestinationPlace();
    const store = fixture().adapter.destinations.of(place);
    await store.control.open(deadline, { isPaused: false, since: BUILT_AT });
    const part = aTakenPart({ failed });
    await store.intake.progress(deadline, part.topic, 0);
    expect(await store.intake.commit(deadline, part)).toBe('taken');
    return { ...store, place, deadline };
  };

  test('failed deliveries are listed page by page, the oldest first', async () => {
    const some = manyOf(4, (index) => aFailedDelivery({ failedAt: BUILT_AT + index }));
    const { failures, control, place, deadline } = await withFailed(...some.toReversed());
    const page = (after: FailedDelivery | undefined, limit: number) =>
      failures.page(deadline, after === undefined ? { limit } : { after, limit });
    expect(await page(undefined, 3)).toEqual(some.slice(0, 3));
    expect(await page(some[2], 3)).toEqual(some.slice(3));
    expect(await page(some[3], 3)).toEqual([]);
    expect(await control.counts(deadline)).toEqual({ waiting: 0, failed: 4 });
    const another = fixture().adapter.destinations.of({ ...place, destination: 'another' });
    expect(await another.failures.page(deadline, { limit: 3 })).toEqual([]);
  });

  test('a delivery that fails once more takes its own place', async () => {
    const failed = aFailedDelivery();
    const { failures, retries, deadline } = await withFailed(failed);
    const again = { ...failed, why: 'again', failedAt: BUILT_AT + 1 };
    const progress = {
      queue: failed.queue,
      gone: [failed.sequence],
      failed: [again],
      tried: null,
      dueAt: 1,
    };
    await retries.proceed(deadline, progress);
    expect(await failures.page(deadline, { limit: 3 })).toEqual([again]);
  });

  test('failed deliveries go back into their queues, those named or the oldest', async () => {
    const umid = randomUmid();
    const some = ['a', 'b', 'c'].map((sequence, index) =>
      aFailedDelivery({ umid, sequence, tries: 9, failedAt: BUILT_AT + index }),
    );
    const { failures, retries, deadline } = await withFailed(...some);
    const ids = [some[2]!.id, 'no such id'];
    expect(await failures.replay(deadline, { ids, limit: 10, dueAt: 5 })).toBe(1);
    expect(await failures.replay(deadline, { limit: 1, dueAt: 6 })).toBe(1);
    const waiting = await retries.first(deadline, umid, 10);
    expect(waiting.map(({ id, tries }) => [id, tries])).toEqual([
      [some[0]!.id, 0],
      [some[2]!.id, 0],
    ]);
    expect(waiting[0]).not.toHaveProperty('failedAt');
    expect(await retries.due(deadline, 10, 10)).toEqual([{ queue: umid, dueAt: 5 }]);
    expect(await failures.page(deadline, { limit: 3 })).toEqual([some[1]]);
    expect(await failures.replay(deadline, { limit: 5, dueAt: 6 })).toBe(1);
    expect(await failures.replay(deadline, { limit: 5, dueAt: 6 })).toBe(0);
  });

  test('deliveries that failed before a time are removed, so many at a time', async () => {
    const some = manyOf(4, (index) => aFailedDelivery({ failedAt: BUILT_AT + index }));
    const { failures, deadline } = await withFailed(...some);
    expect(await failures.removeBefore(deadline, BUILT_AT + 3, 2)).toBe(2);
    expect(await failures.removeBefore(deadline, BUILT_AT + 3, 2)).toBe(1);
    expect(await failures.removeBefore(deadline, BUILT_AT + 3, 2)).toBe(0);
    expect(await failures.page(deadline, { limit: 9 })).toEqual(some.slice(3));
  });
};
