import { describe, expect, test } from 'vitest';
import type { Activity, TrackedEvent } from '@kith/domain/tracking';
import type { TrackingCommit, TrackingOutcome, TrackingStore } from '@kith/ports';
import { anEvent, manyOf, randomUmid } from '@kith/testing';
import { batchAt, subscriberOver } from './sink-over-store.fake.ts';

/** A store in memory that keeps its word, and tells what it was asked. */
const createStore = () => {
  const activities = new Map<string, Activity>();
  const state = { position: 0, timesSuppressed: 0, isDown: false };
  const asked: (readonly string[])[] = [];
  const commits: TrackingCommit[] = [];
  const outcomeOf = ({ moves, writes }: TrackingCommit): TrackingOutcome => {
    if (moves[0]!.from !== state.position) return 'fenced';
    const demo = writes.get('demo')!;
    const { timesSuppressed = state.timesSuppressed, continued } = demo;
    const isWhole = [...demo.activities.keys(), ...(continued?.keys() ?? [])].every(
      (umid) => activities.get(umid)?.events === continued?.get(umid)?.events,
    );
    return isWhole && timesSuppressed === state.timesSuppressed ? 'recorded' : 'stale';
  };
  const tracking: TrackingStore = {
    position: async () => state.position,
    state: async (_scope, _ids, umids) => {
      asked.push(umids);
      const found = umids.flatMap((umid) => {
        const activity = activities.get(umid);
        return activity === undefined ? [] : [[umid, activity] as const];
      });
      return { knownEvents: new Set(), activities: new Map(found) };
    },
    record: async (_deadline, commit) => {
      commits.push(commit);
      const outcome = outcomeOf(commit);
      if (outcome !== 'recorded') return outcome;
      commit.writes.get('demo')!.activities.forEach((activity, umid) => activities.set(umid, activity));
      state.position = commit.moves[0]!.to;
      if (state.isDown) throw new Error('the answer was lost');
      return outcome;
    },
    events: async () => [],
  };
  return { activities, state, asked, commits, tracking };
};

const startSink = async () => {
  const store = createStore();
  const timesSuppressed = () => store.state.timesSuppressed;
  const subscriber = await subscriberOver({ tracking: store.tracking, timesSuppressed, clock: Date.now });
  let next = await subscriber.startAt(0);
  const take = async (...events: readonly TrackedEvent[]): Promise<void> => {
    await subscriber.take(batchAt(next, events));
    next += events.length;
  };
  const startAgain = async (): Promise<void> => void (next = await subscriber.startAt(0));
  const pageViews = (umid: string) => store.activities.get(umid)?.events;
  return { ...store, take, startAgain, pageViews };
};

const visitor = randomUmid();
const view = (): TrackedEvent => anEvent({ umid: visitor });

describe('a visitor whom the owner of partitions remembers', () => {
  test('is not asked for again, nor whether it was erased', async () => {
    const sink = await startSink();
    const event = view();
    await sink.take(event);
    await sink.take({ ...event, id: anEvent().id }, anEvent({ umid: visitor, umdid: event.umdid }));
    expect(sink.asked).toEqual([[visitor]]);
    expect(sink.pageViews(visitor)).toBe(3);
    const writes = sink.commits.map((commit) => commit.writes.get('demo')!);
    expect(writes.map(({ unsuppressed = [] }) => unsuppressed.length)).toEqual([2, 0]);
    expect(writes.map(({ timesSuppressed }) => timesSuppressed)).toEqual([0, 0]);
  });

  test('is read anew where it expired meanwhile', async () => {
    const sink = await startSink();
    await sink.take(view(), view());
    sink.activities.delete(visitor);
    await sink.take(view());
    expect(sink.pageViews(visitor)).toBe(1);
    expect(sink.commits.at(-1)?.writes.get('demo')).toMatchObject({
      continued: new Map(),
      newcomers: [{ profile: { umid: visitor } }],
    });
  });

  test('is read anew where somebody else went on with the activity, as when partitions were added', async () => {
    const sink = await startSink();
    await sink.take(view());
    sink.activities.set(visitor, { ...sink.activities.get(visitor)!, events: 5 });
    await sink.take(view());
    expect(sink.pageViews(visitor)).toBe(6);
  });

  test('is asked for with everybody else where somebody was erased meanwhile', async () => {
    const sink = await startSink();
    await sink.take(view());
    sink.state.timesSuppressed += 1;
    await sink.take(view());
    expect(sink.pageViews(visitor)).toBe(2);
    expect(sink.commits.at(-1)?.writes.get('demo')?.unsuppressed).toHaveLength(2);
    expect(sink.commits.at(-1)?.writes.get('demo')?.timesSuppressed).toBeUndefined();
  });

  test('is remembered again some batches after somebody was erased, and the store refuses one batch for it', async () => {
    const sink = await startSink();
    await sink.take(view());
    sink.state.timesSuppressed += 1;
    const device = view();
    for (let batches = 0; batches < 40; batches += 1) await sink.take({ ...device, id: anEvent().id });
    expect(sink.pageViews(visitor)).toBe(41);
    expect(sink.commits).toHaveLength(1 + 40 + 1);
    expect(sink.commits.at(-1)?.writes.get('demo')).toMatchObject({ unsuppressed: [], timesSuppressed: 1 });
  });

  test('is read anew where the outcome of a batch was lost, or somebody else had the partition', async () => {
    const sink = await startSink();
    await sink.take(view());
    sink.state.isDown = true;
    await expect(sink.take(view())).rejects.toThrow('the answer was lost');
    sink.state.isDown = false;
    await sink.startAgain();
    await sink.take(view());
    expect(sink.pageViews(visitor)).toBe(3);
  });

  test('is one of ten thousand: who was met longest ago is read again', async () => {
    const sink = await startSink();
    await sink.take(view());
    for (const batch of manyOf(20, () => manyOf(500, () => anEvent()))) await sink.take(...batch);
    await sink.take(view());
    expect(sink.asked.at(-1)).toEqual([visitor]);
    expect(sink.pageViews(visitor)).toBe(2);
  });

  test('is not kept in mind where its activity has grown large', async () => {
    const sink = await startSink();
    const attributes = Object.fromEntries(
      manyOf(101, (index) => [`a${index}`, { kind: 'count', count: index }] as const),
    );
    sink.activities.set(visitor, { attributes, events: 4, lastEventAt: 1 });
    await sink.take(view());
    await sink.take(view());
    expect(sink.asked).toEqual([[visitor], [visitor]]);
    expect(sink.pageViews(visitor)).toBe(6);
  });
});
