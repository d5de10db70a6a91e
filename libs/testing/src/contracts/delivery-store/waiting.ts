import { expect, test } from 'vitest';
import type { WaitingParcel } from '@kith/domain/destinations';
import type { Parking } from '@kith/ports';
import { aDeliveryTaking, aWaitingParcel, aWaitingRemoval } from '../../builders/delivery.ts';
import { BUILT_AT } from '../../builders/identity.ts';
import { randomAccount, randomUmid } from '../../builders/ids.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import { ODD_TEXTS } from '../../kit/odd-texts.ts';
import type { DeliveryAdapters } from './index.ts';

const NAME = 'campaigns';

/** How parcels wait in lanes, and leave them. */
export const defineWaiting = (fixture: () => DurableFixture<Pick<DeliveryAdapters, 'deliveries'>>): void => {
  const store = () => fixture().adapter.deliveries;
  const opened = async () => {
    const scope = scopeOf(randomAccount());
    await store().open(scope, NAME, { isPaused: false, since: BUILT_AT });
    return scope;
  };
  type Scope = Awaited<ReturnType<typeof opened>>;
  const park = async (scope: Scope, ...parked: readonly Parking[]): Promise<void> => {
    const taking = aDeliveryTaking({ parked });
    await store().reached(scope, NAME, taking.topic, 0);
    expect(await store().take(scope, NAME, taking)).toBe('taken');
  };
  const dueLanes = async (scope: Scope, by: number): Promise<readonly string[]> =>
    (await store().due(scope, NAME, by, 10)).map(({ lane }) => lane);

  test('parcels of a lane keep their order, whatever they hold', async () => {
    const scope = await opened();
    const umid = randomUmid();
    const some = ['a', 'b', 'c'].map((place) => aWaitingParcel(umid, { place, why: ODD_TEXTS.join('') }));
    await park(scope, { parcel: some[2]!, dueAt: 5 });
    await park(scope, { parcel: some[1]!, dueAt: null }, { parcel: some[0]!, dueAt: null });
    const reopened = (await fixture().reopen()).deliveries;
    expect(await reopened.lane(scope, NAME, umid, 10)).toEqual(some);
    expect(await reopened.lane(scope, NAME, umid, 2)).toEqual(some.slice(0, 2));
    expect(await reopened.waiting(scope, NAME, 10)).toEqual([some[0]]);
    const look = await reopened.look(scope, NAME, [umid, randomUmid()]);
    expect([...look.waiting]).toEqual([umid]);
  });

  test('a lane is due when the earliest asked for it, and the longest due comes first', async () => {
    const scope = await opened();
    const [a, b, c] = [aWaitingParcel(), aWaitingParcel(), aWaitingParcel()];
    await park(
      scope,
      { parcel: a, dueAt: 300 },
      { parcel: b, dueAt: 200 },
      { parcel: c, dueAt: Number.MAX_SAFE_INTEGER },
    );
    expect(await dueLanes(scope, 300)).toEqual([b.lane, a.lane]);
    await park(scope, { parcel: aWaitingParcel(a.umid), dueAt: 100 });
    await park(scope, { parcel: aWaitingParcel(b.umid), dueAt: 250 });
    await park(scope, { parcel: aWaitingParcel(c.umid), dueAt: null });
    expect(await store().due(scope, NAME, 300, 10)).toEqual([
      { lane: a.lane, dueAt: 100 },
      { lane: b.lane, dueAt: 200 },
    ]);
    expect(await store().due(scope, NAME, 300, 1)).toHaveLength(1);
    const alone = aWaitingParcel();
    await park(scope, { parcel: alone, dueAt: null });
    expect(await dueLanes(scope, Date.now() + 60_000)).toContain(alone.lane);
  });

  test('what has gone leaves its lane, what was tried stays in front, and an empty lane is none', async () => {
    const scope = await opened();
    const umid = randomUmid();
    const [first, second] = ['a', 'b'].map((place) => aWaitingParcel(umid, { place })) as [
      WaitingParcel,
      WaitingParcel,
    ];
    await park(scope, { parcel: first, dueAt: 1 }, { parcel: second, dueAt: 1 });
    const tried = { ...second, tries: 1, why: '500' };
    await store().proceed(scope, NAME, { lane: umid, gone: ['a'], failed: [], tried, dueAt: 77 });
    expect(await store().lane(scope, NAME, umid, 10)).toEqual([tried]);
    expect(await store().due(scope, NAME, 100, 10)).toEqual([{ lane: umid, dueAt: 77 }]);
    await store().proceed(scope, NAME, { lane: umid, gone: ['b'], failed: [], tried: null, dueAt: 78 });
    expect(await dueLanes(scope, 100)).toEqual([]);
    expect((await store().look(scope, NAME, [umid])).waiting.size).toBe(0);
    expect(await store().counts(scope, NAME)).toEqual({ waiting: 0, failed: 0 });
    await store().proceed(scope, NAME, { lane: umid, gone: [], failed: [], tried, dueAt: 79 });
    expect(await store().counts(scope, NAME)).toEqual({ waiting: 0, failed: 0 });
  });

  test('a removal waits beside what waits of the person, and destinations and accounts know nothing of each other', async () => {
    const scope = await opened();
    const umid = randomUmid();
    const removal = aWaitingRemoval(umid);
    await park(scope, { parcel: removal, dueAt: 1 });
    expect((await store().look(scope, NAME, [umid])).waiting.size).toBe(0);
    expect(await store().lane(scope, NAME, removal.lane, 10)).toEqual([removal]);
    expect(await store().lane(scope, 'another', removal.lane, 10)).toEqual([]);
    expect(await store().waiting(scopeOf(randomAccount()), NAME, 10)).toEqual([]);
    expect(await store().due(scope, `${NAME}2`, 10, 10)).toEqual([]);
  });
};
