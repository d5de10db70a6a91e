import { expect, test } from 'vitest';
import { aDestinationPlace, aQueuedDelivery, aTakenPart } from '../../builders/destinations.ts';
import { BUILT_AT } from '../../builders/identity.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import type { DestinationStoresFixture } from './adapters.ts';

const MINUTE = 60_000;
const FIRST = { isPaused: false, since: BUILT_AT };
const NOTHING_TAKEN = { position: 0, takenBefore: 0 };

/** How far a destination has taken the log, in this round and in those of before. */
export const defineIntake = (fixture: () => DestinationStoresFixture): void => {
  const openedAt = async (place = aDestinationPlace()) => {
    const deadline = ampleDeadline();
    const store = fixture().adapter.destinations.of(place);
    await store.control.open(deadline, FIRST);
    return { ...store, place, deadline };
  };

  test('a position moves from where it is, or not at all', async () => {
    const { control, intake, deadline, place } = await openedAt();
    expect(await intake.progress(deadline, 'tracking', 0)).toEqual(NOTHING_TAKEN);
    const part = aTakenPart({ topic: 'tracking', takenAt: BUILT_AT });
    expect(await intake.commit(deadline, part)).toBe('taken');
    expect(await intake.commit(deadline, part)).toBe('fenced');
    const queued = [{ delivery: aQueuedDelivery(), dueAt: BUILT_AT }];
    expect(await intake.commit(deadline, { ...part, queued })).toBe('fenced');
    expect(await control.counts(deadline)).toEqual({ waiting: 0, failed: 0 });
    const next = { ...part, from: 10, to: 20, takenAt: null, queued };
    expect(await intake.commit(deadline, next)).toBe('taken');
    const { destinations } = await fixture().reopen();
    const reopened = destinations.of(place);
    const another = destinations.of({ ...place, destination: 'another' }).intake;
    expect(await reopened.intake.progress(deadline, 'tracking', 0)).toEqual({ position: 20, takenBefore: 0 });
    expect(await reopened.intake.progress(deadline, 'tracking', 1)).toEqual(NOTHING_TAKEN);
    expect(await another.progress(deadline, 'tracking', 0)).toEqual(NOTHING_TAKEN);
    expect(await reopened.control.state(deadline)).toMatchObject({ takenAt: { tracking: BUILT_AT } });
    expect(await reopened.control.counts(deadline)).toEqual({ waiting: 1, failed: 0 });
  });

  test('a destination that begins again forgets its positions, and fences who goes on from before', async () => {
    const { control, intake, deadline } = await openedAt();
    await intake.progress(deadline, 'tracking', 0);
    const part = aTakenPart({ topic: 'tracking', takenAt: BUILT_AT });
    await intake.commit(deadline, part);
    await control.restart(deadline, BUILT_AT - MINUTE);
    const { round } = await control.open(deadline, FIRST);
    expect(await control.state(deadline)).toEqual({
      isPaused: false,
      since: BUILT_AT - MINUTE,
      owedSince: BUILT_AT - MINUTE,
      round,
      takenAt: {},
      reviewed: null,
    });
    expect(round).toBeGreaterThan(1);
    expect(await intake.progress(deadline, 'tracking', 0)).toEqual({ position: 0, takenBefore: 10 });
    expect(await intake.commit(deadline, { ...part, from: 10, to: 20 })).toBe('fenced');
    expect(await intake.commit(deadline, part)).toBe('fenced');
    expect(await intake.commit(deadline, { ...part, round })).toBe('taken');
  });

  test('a destination that begins again knows what rounds of before have taken, and since when the rest is owed', async () => {
    const { deadline, place } = await openedAt();
    const progress = async () => {
      const reopened = (await fixture().reopen()).destinations.of(place).intake;
      return Promise.all([0, 1].map((partition) => reopened.progress(deadline, 'tracking', partition)));
    };
    const takeUpTo = async (round: number, to: number) => {
      const own = fixture().adapter.destinations.of(place).intake;
      await own.progress(deadline, 'tracking', 0);
      expect(await own.commit(deadline, aTakenPart({ topic: 'tracking', round, to }))).toBe('taken');
    };
    const current = () => fixture().adapter.destinations.of(place).control;
    await takeUpTo(1, 20);
    expect(await progress()).toEqual([{ position: 20, takenBefore: 0 }, NOTHING_TAKEN]);
    await current().restart(deadline, BUILT_AT + MINUTE);
    expect(await current().state(deadline)).toMatchObject({ since: BUILT_AT + MINUTE, owedSince: BUILT_AT });
    expect(await progress()).toEqual([{ position: 0, takenBefore: 20 }, NOTHING_TAKEN]);
    await takeUpTo(2, 10);
    await current().restart(deadline, BUILT_AT - MINUTE);
    await current().restart(deadline, BUILT_AT);
    expect(await current().state(deadline)).toMatchObject({ since: BUILT_AT, owedSince: BUILT_AT - MINUTE });
    expect(await progress()).toEqual([{ position: 0, takenBefore: 20 }, NOTHING_TAKEN]);
    const another = fixture().adapter.destinations.of({ ...place, destination: 'another' }).intake;
    expect(await another.progress(deadline, 'tracking', 0)).toEqual(NOTHING_TAKEN);
  });
};
