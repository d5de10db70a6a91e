import { afterEach, describe, expect, test, vi } from 'vitest';
import { type TrackedEvent } from '@kith/domain/tracking';
import {
  Unavailable,
  type LogBatch,
  type TrackingCommit,
  type TrackingOutcome,
  type TrackingStore,
} from '@kith/ports';
import { anEvent, BUILT_AT, manyOf } from '@kith/testing';
import { batchAt, subscriberOver } from './sink-over-store.fake.ts';

const PARTITIONS = [0, 1, 2];

const eventsOf = ({ writes }: TrackingCommit): readonly TrackedEvent[] => writes.get('demo')?.events ?? [];

/** A store in memory that keeps positions, and what it was told to take amiss. */
const createStore = () => {
  const positions = new Map<number, number>();
  const stored: string[] = [];
  const tries: TrackingCommit[] = [];
  const amiss = { refused: new Set<string>(), broken: new Set<string>(), isAway: false };
  const positionOf = (partition: number): number => positions.get(partition) ?? 0;
  const outcomeOf = (commit: TrackingCommit): TrackingOutcome => {
    if (amiss.isAway) throw new Unavailable('store', 'it is away');
    const ids = eventsOf(commit).map(({ id }) => id);
    if (ids.some((id) => amiss.broken.has(id))) throw new Error('a fault of the program');
    if (commit.moves.some(({ partition, from }) => positionOf(partition) !== from)) return 'fenced';
    return ids.some((id) => amiss.refused.has(id)) ? { kind: 'refused', why: 'too large' } : 'recorded';
  };
  const tracking: TrackingStore = {
    position: async (_deadline, _topic, partition) => positionOf(partition),
    state: async () => ({ knownEvents: new Set(), activities: new Map() }),
    record: async (_deadline, commit) => {
      tries.push(commit);
      const outcome = outcomeOf(commit);
      if (outcome !== 'recorded') return outcome;
      for (const { partition, to } of commit.moves) positions.set(partition, to);
      stored.push(...eventsOf(commit).map(({ id }) => id));
      return outcome;
    },
    events: async () => [],
  };
  return { positions, stored, tries, amiss, tracking };
};

const startSink = async () => {
  const store = createStore();
  const subscriber = await subscriberOver({ tracking: store.tracking, clock: () => BUILT_AT });
  const batchOf = async (partition: number, events: readonly TrackedEvent[]): Promise<LogBatch> =>
    batchAt(await subscriber.startAt(partition), events, partition);
  /** Hands over batches of the partitions from 0 on, as a log does that has fetched them together. */
  const takeTogether = async (...perPartition: readonly (readonly TrackedEvent[])[]) => {
    const batches = await Promise.all(perPartition.map((events, partition) => batchOf(partition, events)));
    const taken = await Promise.allSettled(batches.map((batch) => subscriber.take(batch)));
    return taken.map((one) => (one.status === 'fulfilled' ? 'taken' : String(one.reason)));
  };
  const partitionsOfTries = () => store.tries.map(({ moves }) => moves.map(({ partition }) => partition));
  return { ...store, batchOf, subscriber, takeTogether, partitionsOfTries };
};

afterEach(() => void vi.useRealTimers());

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const threeEvents = () => PARTITIONS.map(() => anEvent());
const idsOf = (events: readonly TrackedEvent[]) => events.map(({ id }) => id);

describe('batches of several partitions that are handed over together', () => {
  test('are one commit, which moves all of their positions', async () => {
    const sink = await startSink();
    const events = threeEvents();
    expect(await sink.takeTogether(...events.map((event) => [event]))).toEqual(['taken', 'taken', 'taken']);
    expect(sink.partitionsOfTries()).toEqual([PARTITIONS]);
    expect(sink.stored).toEqual(idsOf(events));
    expect([...sink.positions.values()]).toEqual([1, 1, 1]);
  });

  test('go partition by partition where one of them was moved by somebody else, which alone is taken up again', async () => {
    const sink = await startSink();
    const events = threeEvents();
    const batches = await Promise.all(
      PARTITIONS.map((partition) => sink.batchOf(partition, [events[partition]!])),
    );
    sink.positions.set(1, 1);
    const taken = await Promise.allSettled(batches.map((batch) => sink.subscriber.take(batch)));
    expect(taken.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sink.partitionsOfTries()).toEqual([PARTITIONS, [0], [1], [2]]);
    expect(sink.stored).toEqual(idsOf([events[0]!, events[2]!]));
  });

  test('go partition by partition where the store refuses one, whose record alone is buried', async () => {
    const sink = await startSink();
    const [first, last, refused, sound] = manyOf(4, () => anEvent());
    sink.amiss.refused.add(refused!.id);
    expect(await sink.takeTogether([first!], [sound!, refused!], [last!])).toEqual([
      'taken',
      'taken',
      'taken',
    ]);
    expect(sink.partitionsOfTries()).toEqual([PARTITIONS, [0], [1], [1], [1], [1], [2]]);
    expect(sink.stored).toEqual(idsOf([first!, sound!, last!]));
    const buried = sink.tries.flatMap(({ deadLetters = [] }) => deadLetters.map(({ id }) => id));
    expect(buried).toEqual(['tracking/1/1']);
    expect([...sink.positions.entries()].sort()).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
    ]);
  });

  test('are taken but for the one that a fault of the program is about', async () => {
    const sink = await startSink();
    const events = threeEvents();
    sink.amiss.broken.add(events[0]!.id);
    const taken = await sink.takeTogether(...events.map((event) => [event]));
    expect(taken).toEqual(['Error: a fault of the program', 'taken', 'taken']);
    expect(sink.stored).toEqual(idsOf(events.slice(1)));
  });

  test('fail together at a store that is away, after one try, and are each stored once when it is back', async () => {
    const sink = await startSink();
    const events = threeEvents();
    sink.amiss.isAway = true;
    const away = await sink.takeTogether(...events.map((event) => [event]));
    expect(away).toEqual(manyOf(3, () => 'Unavailable: store: it is away'));
    expect(sink.partitionsOfTries()).toEqual([PARTITIONS]);
    sink.amiss.isAway = false;
    await sink.takeTogether(...events.map((event) => [event]));
    expect(sink.stored).toEqual(idsOf(events));
  });

  test('are several commits where they are more than 500 records', async () => {
    const sink = await startSink();
    await sink.takeTogether(...[300, 200, 1].map((count) => manyOf(count, () => anEvent())));
    expect(sink.partitionsOfTries()).toEqual([[0, 1], [2]]);
  });
});

describe('a batch of a sink that keeps up', () => {
  const takeOf = async (count: number) => {
    const sink = await startSink();
    const batch = await sink.batchOf(
      0,
      manyOf(count, () => anEvent()),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isTaken = false;
    const taking = sink.subscriber.take(batch).then(() => void (isTaken = true));
    await turns();
    return { sink, taking, isTaken: () => isTaken };
  };

  test('is recorded at once, and then the partition rests, so that more comes together', async () => {
    const { sink, taking, isTaken } = await takeOf(1);
    expect(sink.stored).toHaveLength(1);
    expect(isTaken()).toBe(false);
    await vi.advanceTimersByTimeAsync(25);
    await taking;
  });

  test('has no rest behind it where it was full: the sink is behind', async () => {
    const { sink, isTaken } = await takeOf(500);
    expect(sink.stored).toHaveLength(500);
    expect(isTaken()).toBe(true);
  });
});
