import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import type { Activity } from '@kith/domain/tracking';
import type { Scope } from '@kith/ports';
import { manyOf, randomAccount, randomName, randomUmid } from '../builders/ids.ts';
import { ampleDeadline, scopeOf } from '../builders/scope.ts';
import { anActivity, anEvent, aTrackingCommit, trackingWrites } from '../builders/tracking.ts';
import { usingFixture, type DurableFixture } from '../kit/fixture.ts';
import { describeRecountedVisitors, type RecountAdapters } from './recounted-visitors.ts';

const FROM_THE_BEGINNING = { after: null, receivedFrom: 0, limit: 100 };
const ROUNDS = [0, 1, 2, 3, 4, 5];

/** What every store promises to whoever counts its events again. */
export const defineActivityRecountsContract = (
  make: () => Promise<DurableFixture<RecountAdapters>>,
): void => {
  describe('the contract of counting events again:', () => {
    const fixture = usingFixture(make);
    describeLooking(() => fixture().adapter);
    describeReplacing(() => fixture().adapter);
    describeRacing(() => fixture().adapter);
    describeRecountedVisitors(() => fixture().adapter);
  });
};

/** Stores activity as the first batch under a umid does. */
const store = (
  { tracking }: RecountAdapters,
  { account }: Scope,
  activities: ReadonlyMap<Umid, Activity>,
  events = [...activities.keys()].map((umid) => anEvent({ umid })),
) => {
  const writes = new Map([[account, trackingWrites({ events, activities })]]);
  return tracking.record(ampleDeadline(), aTrackingCommit({ topic: randomName('topic'), writes }));
};

/** A batch that goes on with what is stored under a umid. */
const goOn = ({ tracking }: RecountAdapters, { account }: Scope, umid: Umid, activity: Activity) => {
  const activities = new Map([[umid, activity]]);
  const events = [anEvent({ umid })];
  const continued = new Map([[umid, { ...activity, events: activity.events - 1 }]]);
  const writes = new Map([[account, trackingWrites({ events, activities, continued })]]);
  return tracking.record(ampleDeadline(), aTrackingCommit({ topic: randomName('topic'), writes }));
};

const recountedOnce = (events: number): Activity => ({ ...anActivity(events), recounted: 1 });

const describeLooking = (adapter: () => RecountAdapters): void => {
  test('umids with activity come in their order, page by page, each account by itself', async () => {
    const [scope, other] = [scopeOf(randomAccount()), scopeOf(randomAccount())];
    const umids = manyOf(5, randomUmid).toSorted();
    await store(adapter(), scope, new Map(umids.map((umid) => [umid, anActivity(1)])));
    await store(adapter(), other, new Map([[randomUmid(), anActivity(1)]]));
    const { recounts } = adapter();
    expect(await recounts.activeUmids(scope, null, 2)).toEqual(umids.slice(0, 2));
    expect(await recounts.activeUmids(scope, umids[1]!, 2)).toEqual(umids.slice(2, 4));
    expect(await recounts.activeUmids(scope, umids[3]!, 2)).toEqual(umids.slice(4));
    expect(await recounts.activeUmids(scope, umids[4]!, 2)).toEqual([]);
  });

  test('a look shows the activity and its events, newest first, page by page', async () => {
    const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
    const events = [30, 10, 20, 20].map((time) => anEvent({ umid, time }));
    await store(adapter(), scope, new Map([[umid, anActivity(4)]]), events);
    const { recounts, tracking } = adapter();
    const inOrder = await tracking.events(scope, umid, 10);
    const page = { umid, ...FROM_THE_BEGINNING, limit: 3 };
    const first = await recounts.look(scope, page);
    const [, , third] = inOrder;
    expect(first).toEqual({
      activity: anActivity(4),
      page: { events: inOrder.slice(0, 3), next: { time: third!.time, id: third!.id } },
    });
    const rest = await recounts.look(scope, { ...page, after: first!.page.next });
    expect(rest?.page).toEqual({ events: inOrder.slice(3), next: null });
  });

  test('a look leaves out what has expired, and goes on behind it', async () => {
    const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
    const events = [1, 2, 3, 4, 5].map((time) => anEvent({ umid, time, receivedAt: time % 2 }));
    await store(adapter(), scope, new Map([[umid, anActivity(5)]]), events);
    const times: number[] = [];
    let after: { readonly time: number; readonly id: string } | null = null;
    do {
      const look = await adapter().recounts.look(scope, { umid, limit: 2, after, receivedFrom: 1 });
      times.push(...look!.page.events.map(({ time }) => time));
      after = look!.page.next;
    } while (after !== null);
    expect(times).toEqual([5, 3, 1]);
  });

  test('there is nothing to look at where a umid has no activity', async () => {
    const umid = randomUmid();
    const look = adapter().recounts.look(scopeOf(randomAccount()), { umid, ...FROM_THE_BEGINNING });
    expect(await look).toBeNull();
  });
};

const describeReplacing = (adapter: () => RecountAdapters): void => {
  test('what was read is replaced, by itself and for good', async () => {
    const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
    await store(adapter(), scope, new Map([[umid, anActivity(3)]]));
    const { recounts, profiles } = adapter();
    expect(await recounts.replace(scope, umid, anActivity(3), recountedOnce(1))).toBe(true);
    expect(await profiles.activities(scope, [umid])).toEqual([recountedOnce(1)]);
    expect(await recounts.replace(scope, umid, anActivity(3), recountedOnce(9))).toBe(false);
    expect(await profiles.activities(scope, [umid])).toEqual([recountedOnce(1)]);
  });

  test('nothing is brought back where no activity is any more', async () => {
    const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
    const { recounts, profiles } = adapter();
    expect(await recounts.replace(scope, umid, anActivity(3), recountedOnce(1))).toBe(false);
    expect(await profiles.activities(scope, [umid])).toEqual([]);
  });

  test('a batch that goes on with what was replaced is stale, one that goes on with what stands there is not', async () => {
    const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
    await store(adapter(), scope, new Map([[umid, anActivity(3)]]));
    await adapter().recounts.replace(scope, umid, anActivity(3), recountedOnce(1));
    expect(await goOn(adapter(), scope, umid, anActivity(4))).toBe('stale');
    expect(await adapter().profiles.activities(scope, [umid])).toEqual([recountedOnce(1)]);
    expect(await goOn(adapter(), scope, umid, recountedOnce(2))).toBe('recorded');
    expect(await adapter().profiles.activities(scope, [umid])).toEqual([recountedOnce(2)]);
  });
};

const describeRacing = (adapter: () => RecountAdapters): void => {
  test.each(ROUNDS)('of a recount and a batch that meet one has to begin again (race %i)', async () => {
    const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
    await store(adapter(), scope, new Map([[umid, anActivity(3)]]));
    const [replaced, recorded] = await Promise.all([
      adapter().recounts.replace(scope, umid, anActivity(3), recountedOnce(1)),
      goOn(adapter(), scope, umid, anActivity(4)),
    ]);
    expect([replaced, recorded]).toEqual(replaced ? [true, 'stale'] : [false, 'recorded']);
    const expected = replaced ? recountedOnce(1) : anActivity(4);
    expect(await adapter().profiles.activities(scope, [umid])).toEqual([expected]);
  });
};
