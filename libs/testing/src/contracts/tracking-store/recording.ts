import { describe, expect, test } from 'vitest';
import type { TrackedEvent } from '@kith/domain/tracking';
import { Unavailable, type TrackingCommit } from '@kith/ports';
import { manyOf, randomAccount, randomEventId, randomName, randomUmid } from '../../builders/ids.ts';
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import { anActivity, anEvent, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import { withOddMembers } from '../../kit/odd-texts.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { TrackingAdapters } from './adapters.ts';

/** Effects and position move together, or not at all. */
export const describeRecording = (fixture: () => DurableFixture<TrackingAdapters>): void => {
  describe('record', () => {
    test('starts at position 0, which is stored for each topic and partition by itself', async () => {
      const { tracking } = fixture().adapter;
      const [topic, deadline] = [randomName('topic'), ampleDeadline()];
      expect(await tracking.position(deadline, topic, 0)).toBe(0);
      await tracking.record(deadline, aTrackingCommit({ topic, partition: 0, from: 0, to: 7 }));
      await tracking.record(deadline, aTrackingCommit({ topic, partition: 1, from: 0, to: 9 }));
      const positions = [0, 1, 2].map((partition) => tracking.position(deadline, topic, partition));
      expect(await Promise.all(positions)).toEqual([7, 9, 0]);
      expect(await tracking.position(deadline, randomName('topic'), 0)).toBe(0);
    });

    test('writes events and activity of several accounts and moves the position', async () => {
      const { tracking, profiles } = fixture().adapter;
      const accounts = [randomAccount(), randomAccount()] as const;
      const event = anEvent();
      const commit = aTrackingCommit({
        to: 2,
        writes: new Map(accounts.map((account, index) => [account, pageViews(event, index + 1)])),
      });
      expect(await tracking.record(ampleDeadline(), commit)).toBe('recorded');
      for (const [index, account] of accounts.entries()) {
        const scope = scopeOf(account);
        const state = await tracking.state(scope, [event.id, randomEventId()], [event.umid, randomUmid()]);
        expect(state.knownEvents).toEqual(new Set([event.id]));
        expect(state.activities).toEqual(new Map([[event.umid, anActivity(index + 1)]]));
        expect(await profiles.activities(scope, [event.umid, randomUmid()])).toEqual([anActivity(index + 1)]);
        expect(await tracking.events(scope, event.umid, 10)).toEqual([event]);
      }
      expect(await tracking.position(ampleDeadline(), commit.topic, commit.partition)).toBe(2);
      const stranger = await tracking.state(scopeOf(randomAccount()), [event.id], [event.umid]);
      expect(stranger).toEqual({ knownEvents: new Set(), activities: new Map() });
    });

    test('replaces the activity of a umid that it goes on with', async () => {
      const { tracking } = fixture().adapter;
      const [account, umid, topic] = [randomAccount(), randomUmid(), randomName('topic')];
      for (const at of [0, 1]) {
        const writes = new Map([
          [
            account,
            trackingWrites({
              activities: new Map([[umid, anActivity(at + 1)]]),
              continued: new Map(at === 0 ? [] : [[umid, anActivity(at)]]),
            }),
          ],
        ]);
        await tracking.record(ampleDeadline(), aTrackingCommit({ topic, from: at, to: at + 1, writes }));
      }
      const { activities } = await tracking.state(scopeOf(account), [], [umid]);
      expect(activities).toEqual(new Map([[umid, anActivity(2)]]));
    });

    test('takes batches of several partitions at once, and none of them where one was moved by somebody else', async () => {
      const { tracking } = fixture().adapter;
      const [account, topic, deadline] = [randomAccount(), randomName('topic'), ampleDeadline()];
      const commitOf = (event: TrackedEvent, ...froms: readonly number[]): TrackingCommit => ({
        moves: froms.map((from, partition) => ({ topic, partition, from, to: from + 5 })),
        writes: new Map([[account, pageViews(event, 1)]]),
      });
      const positions = () =>
        Promise.all([0, 1, 2].map((partition) => tracking.position(deadline, topic, partition)));
      const [first, late, next] = manyOf(3, () => anEvent());
      expect(await tracking.record(deadline, commitOf(first!, 0, 0, 0))).toBe('recorded');
      expect(await positions()).toEqual([5, 5, 5]);
      expect(await tracking.record(deadline, commitOf(late!, 5, 0, 5))).toBe('fenced');
      expect(await positions()).toEqual([5, 5, 5]);
      expect(await tracking.events(scopeOf(account), late!.umid, 10)).toEqual([]);
      expect(await tracking.record(deadline, commitOf(next!, 5, 5, 5))).toBe('recorded');
      expect(await positions()).toEqual([10, 10, 10]);
    });

    describeFencing(fixture);
  });
};

const describeFencing = (fixture: () => DurableFixture<TrackingAdapters>): void => {
  test.each([
    { from: 0, why: 'a batch that was recorded before' },
    { from: 4, why: 'a batch that begins in the middle' },
    { from: 6, why: 'a batch that leaves a gap' },
  ])('is fenced and changes nothing for $why', async ({ from }) => {
    const { tracking } = fixture().adapter;
    const [account, topic, event] = [randomAccount(), randomName('topic'), anEvent()];
    await tracking.record(ampleDeadline(), aTrackingCommit({ topic, to: 5 }));
    const writes = new Map([[account, pageViews(event, 1)]]);
    const late = aTrackingCommit({ topic, from, to: 8, writes });
    expect(await tracking.record(ampleDeadline(), late)).toBe('fenced');
    const state = await tracking.state(scopeOf(account), [event.id], [event.umid]);
    expect(state).toEqual({ knownEvents: new Set(), activities: new Map() });
    expect(await tracking.events(scopeOf(account), event.umid, 10)).toEqual([]);
    expect(await tracking.position(ampleDeadline(), topic, 0)).toBe(5);
  });

  test('is stale and changes nothing where another partition has stored one of the events', async () => {
    const { tracking } = fixture().adapter;
    const [account, here, there] = [randomAccount(), randomName('topic'), randomName('topic')];
    const [twice, once] = [anEvent(), anEvent()];
    await tracking.record(
      ampleDeadline(),
      aTrackingCommit({ topic: there, writes: new Map([[account, pageViews(twice, 1)]]) }),
    );
    const activities = new Map([
      [once.umid, anActivity(1)],
      [twice.umid, anActivity(2)],
    ]);
    const writes = new Map([[account, trackingWrites({ events: [once, twice], activities })]]);
    const late = aTrackingCommit({ topic: here, writes });
    expect(await tracking.record(ampleDeadline(), late)).toBe('stale');
    const state = await tracking.state(scopeOf(account), [once.id], [once.umid, twice.umid]);
    expect(state).toEqual({ knownEvents: new Set(), activities: new Map([[twice.umid, anActivity(1)]]) });
    expect(await tracking.position(ampleDeadline(), here, 0)).toBe(0);
  });

  test('is stale where somebody else went on with an activity since it was read, or removed it', async () => {
    const { tracking } = fixture().adapter;
    const [account, umid] = [randomAccount(), randomUmid()];
    const goOn = (read: number) => {
      const writes = trackingWrites({
        events: [anEvent({ umid })],
        activities: new Map([[umid, anActivity(read + 1)]]),
        continued: new Map([[umid, anActivity(read)]]),
      });
      return tracking.record(ampleDeadline(), aTrackingCommit({ writes: new Map([[account, writes]]) }));
    };
    expect(await goOn(1)).toBe('stale');
    const first = trackingWrites({ activities: new Map([[umid, anActivity(1)]]) });
    await tracking.record(ampleDeadline(), aTrackingCommit({ writes: new Map([[account, first]]) }));
    expect([await goOn(1), await goOn(1), await goOn(2)]).toEqual(['recorded', 'stale', 'recorded']);
    expect(await tracking.events(scopeOf(account), umid, 10)).toHaveLength(2);
  });

  test('is stale where somebody else has stored the first activity of a umid since it was read', async () => {
    const { tracking } = fixture().adapter;
    const [account, umid] = [randomAccount(), randomUmid()];
    const begin = () => {
      const writes = new Map([[account, pageViews(anEvent({ umid }), 1)]]);
      return tracking.record(ampleDeadline(), aTrackingCommit({ topic: randomName('topic'), writes }));
    };
    const outcomes = await Promise.all(manyOf(8, begin));
    expect(outcomes.toSorted()).toEqual(['recorded', ...manyOf(7, () => 'stale')]);
    expect(await begin()).toBe('stale');
    expect(await tracking.events(scopeOf(account), umid, 10)).toHaveLength(1);
  });

  test('of 16 consumers that race for one batch exactly one records it', async () => {
    const { tracking } = fixture().adapter;
    const [account, topic] = [randomAccount(), randomName('topic')];
    const umid = randomUmid();
    const outcomes = await Promise.all(
      manyOf(16, () => {
        const writes = new Map([[account, pageViews(anEvent({ umid }), 1)]]);
        return tracking.record(ampleDeadline(), aTrackingCommit({ topic, writes }));
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'fenced')).toHaveLength(15);
    expect(await tracking.events(scopeOf(account), umid, 100)).toHaveLength(1);
  });

  test('rejects with Unavailable and changes nothing where the deadline has passed', async () => {
    const { tracking } = fixture().adapter;
    const topic = randomName('topic');
    const late = tracking.record(PAST_DEADLINE, aTrackingCommit({ topic }));
    await expect(late).rejects.toThrow(Unavailable);
    await expect(tracking.position(PAST_DEADLINE, topic, 0)).rejects.toThrow(Unavailable);
    expect(await tracking.position(ampleDeadline(), topic, 0)).toBe(0);
  });
};

/** Stored events and what was stored with them. */
export const describeEvents = (fixture: () => DurableFixture<TrackingAdapters>): void => {
  test('events come newest first by their time, with a limit', async () => {
    const { tracking } = fixture().adapter;
    const [account, umid] = [randomAccount(), randomUmid()];
    const events = [30, 10, 20, 1_700_000_000_000, 9].map((time) => anEvent({ umid, time }));
    const writes = new Map([[account, trackingWrites({ events: [...events, anEvent()] })]]);
    await tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
    const newestFirst = [1_700_000_000_000, 30, 20, 10, 9];
    const times = (found: readonly TrackedEvent[]) => found.map(({ time }) => time);
    expect(times(await tracking.events(scopeOf(account), umid, 100))).toEqual(newestFirst);
    expect(times(await tracking.events(scopeOf(account), umid, 2))).toEqual(newestFirst.slice(0, 2));
    expect(await tracking.events(scopeOf(randomAccount()), umid, 100)).toEqual([]);
  });

  test('properties of any name and content round-trip', async () => {
    const { tracking } = fixture().adapter;
    const account = randomAccount();
    const properties = withOddMembers<unknown>({ deep: [null, 1.5, true, '😀\u0000', []] });
    const event = anEvent({ properties, clientTime: 5 });
    const writes = new Map([[account, trackingWrites({ events: [event] })]]);
    await tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
    const [found] = await tracking.events(scopeOf(account), event.umid, 1);
    expect(Object.entries(found!.properties)).toEqual(Object.entries(properties));
    expect(found).toMatchObject({ id: event.id, clientTime: 5 });
  });

  test('a batch is there, with its position, after the store was opened again', async () => {
    const [account, event] = [randomAccount(), anEvent()];
    const commit = aTrackingCommit({ to: 3, writes: new Map([[account, pageViews(event, 1)]]) });
    await fixture().adapter.tracking.record(ampleDeadline(), commit);
    const { tracking } = await fixture().reopen();
    expect(await tracking.position(ampleDeadline(), commit.topic, 0)).toBe(3);
    expect(await tracking.events(scopeOf(account), event.umid, 10)).toEqual([event]);
    expect(await tracking.record(ampleDeadline(), commit)).toBe('fenced');
  });
};

const pageViews = (event: TrackedEvent, count: number) =>
  trackingWrites({ events: [event], activities: new Map([[event.umid, anActivity(count)]]) });
