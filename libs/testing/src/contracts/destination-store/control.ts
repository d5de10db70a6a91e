import { expect, test } from 'vitest';
import { aDestinationPlace } from '../../builders/destinations.ts';
import { BUILT_AT } from '../../builders/identity.ts';
import { randomAccount } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import type { DestinationStoresFixture } from './adapters.ts';

const MINUTE = 60_000;
const FIRST = { isPaused: false, since: BUILT_AT };

/** Who takes care of a destination. */
export const defineLease = (fixture: () => DestinationStoresFixture): void => {
  test('a destination is in the hands of one holder at a time, and of that one again at once', async () => {
    const deadline = ampleDeadline();
    const { lease, control } = fixture().adapter.destinations.of(aDestinationPlace());
    expect(await lease.acquire(deadline, 'one', MINUTE)).toBe(true);
    expect(await lease.acquire(deadline, 'another', MINUTE)).toBe(false);
    expect(await lease.acquire(deadline, 'one', MINUTE)).toBe(true);
    await lease.release(deadline, 'another');
    expect(await lease.acquire(deadline, 'another', MINUTE)).toBe(false);
    await lease.release(deadline, 'one');
    expect(await lease.acquire(deadline, 'another', 0)).toBe(true);
    expect(await lease.acquire(deadline, 'one', MINUTE)).toBe(true);
    expect(await control.state(deadline)).toBeNull();
  });
};

/** Whether a destination is delivered to. */
export const defineControl = (fixture: () => DestinationStoresFixture): void => {
  test('a destination is opened once, and keeps its state', async () => {
    const deadline = ampleDeadline();
    const { destinations } = fixture().adapter;
    const place = aDestinationPlace();
    const { control } = destinations.of(place);
    const opened = { ...FIRST, owedSince: BUILT_AT, round: 1, takenAt: {}, reviewed: null };
    expect(await control.open(deadline, FIRST)).toEqual(opened);
    expect(await control.open(deadline, { isPaused: true, since: 1 })).toEqual(opened);
    await control.setPaused(deadline, true, 1);
    expect(await control.state(deadline)).toEqual({ ...opened, isPaused: true });
    await control.setReviewed(deadline, 'these rules');
    expect(await control.state(deadline)).toMatchObject({ isPaused: true, reviewed: 'these rules' });
    await control.setReviewed(deadline, null);
    expect(await control.state(deadline)).toMatchObject({ reviewed: null });
    const elsewhere = destinations.of({ ...place, account: randomAccount() }).control;
    expect(await elsewhere.state(deadline)).toBeNull();
    const neverOpened = destinations.of({ ...place, destination: 'never-opened' }).control;
    await neverOpened.setPaused(deadline, true, BUILT_AT);
    expect(await neverOpened.open(deadline, FIRST)).toMatchObject({ isPaused: true });
  });
};
