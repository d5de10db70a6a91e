import type { LogSubscriber, PartitionLag } from '@kith/ports';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { pause } from '@kith/platform';
import { batchesOf } from './log-batches.ts';
import type { OnLogFailure } from './log-failure.ts';
import { pauseAfter } from './kafka-client.ts';
import { createLagOfPartition, type LagOfPartition } from './partition-lag.ts';

export interface DeliveryDeps {
  readonly topic: string;
  readonly group: string;
  readonly subscriber: LogSubscriber;
  readonly onError: OnLogFailure;
  /** How often the group hears of this consumer while it takes a batch, in milliseconds. */
  readonly heartbeatMs: number;
}

/** The partitions that the group gave to one consumer, and where their subscriber stands in each. */
export interface AssignedPartitions {
  /** Takes up these partitions and no others: asks where each begins and reads from there. */
  assign(partitions: readonly number[]): void;
  /** Delivers what was fetched, unless the partition was lost or its position is being asked for. */
  deliver(fetched: EachBatchPayload): Promise<void>;
  /** Whether the subscriber takes what it is given, in every partition. */
  isDelivering(): boolean;
  /** Told where the partitions of the topic end. */
  end(ends: ReadonlyMap<number, number>): void;
  /** How far the subscriber is behind in each partition. */
  lags(): readonly PartitionLag[];
  /** Lets go of everything; ends when nothing is being taken any more. */
  revoke(): Promise<void>;
}

interface Cursor {
  /** The position of the next record to deliver; null while the subscriber is asked for it. */
  position: number | null;
  failures: number;
  /** What the subscriber failed at when it was asked last; a batch that failed comes again. */
  failing: 'position' | 'batch' | null;
  /** The batch at hand. */
  taking: Promise<unknown>;
  readonly lag: LagOfPartition;
}

const newCursor = (): Cursor => ({
  position: null,
  failures: 0,
  failing: null,
  taking: Promise.resolve(),
  lag: createLagOfPartition(Date.now),
});

type ConsumerControl = Pick<Consumer, 'pause' | 'resume' | 'seek'>;

/** Which cursors a consumer has now; those of earlier assignments are let go of. */
interface Assignment {
  readonly isCurrent: (partition: number, cursor: Cursor) => boolean;
  /** Aborted when the cursors of now are let go of. */
  readonly released: () => AbortSignal;
}

interface PartitionReader {
  /** Asks for a partition's position and reads from there, once nothing of before is under way. */
  readonly takeUp: (partition: number, cursor: Cursor, before: Promise<unknown>) => Promise<void>;
  /** Delivers what was fetched. What fails is fetched again, from the position that the subscriber says. */
  readonly deliverTo: (cursor: Cursor, fetched: EachBatchPayload) => Promise<void>;
}

const createPartitionReader = (
  consumer: ConsumerControl,
  { topic, group, subscriber, onError, heartbeatMs }: DeliveryDeps,
  assignment: Assignment,
): PartitionReader => {
  const pauseAfterFailure = (cursor: Cursor, error: unknown): Promise<void> => {
    cursor.failures += 1;
    onError(error, { topic, group, attempt: cursor.failures });
    return pause(pauseAfter(cursor.failures), assignment.released());
  };
  const takeUp = async (partition: number, cursor: Cursor, before: Promise<unknown>): Promise<void> => {
    await before;
    while (assignment.isCurrent(partition, cursor) && cursor.position === null) {
      try {
        const position = await subscriber.startAt(partition);
        if (!assignment.isCurrent(partition, cursor)) return;
        consumer.seek({ topic, partition, offset: String(position) });
        consumer.resume([{ topic, partitions: [partition] }]);
        cursor.position = position;
        cursor.lag.stands(position);
        if (cursor.failing === 'position') cursor.failing = null;
      } catch (error) {
        cursor.failing ??= 'position';
        await pauseAfterFailure(cursor, error);
      }
    }
  };
  const startOver = (partition: number, cursor: Cursor, error: unknown): void => {
    if (!assignment.isCurrent(partition, cursor)) return;
    cursor.position = null;
    cursor.failing = 'batch';
    consumer.pause([{ topic, partitions: [partition] }]);
    void takeUp(partition, cursor, pauseAfterFailure(cursor, error));
  };
  const deliverTo = async (cursor: Cursor, fetched: EachBatchPayload): Promise<void> => {
    const { partition } = fetched.batch;
    cursor.lag.takes(fetched.batch);
    const batches = batchesOf(fetched.batch, cursor.position ?? 0);
    if (batches.length === 0) return startOver(partition, cursor, new PositionPastEnd(topic, partition));
    for (const batch of batches) {
      if (!assignment.isCurrent(partition, cursor) || !fetched.isRunning() || fetched.isStale()) return;
      try {
        await whileBeating(fetched.heartbeat, heartbeatMs, subscriber.take(batch));
      } catch (error) {
        return startOver(partition, cursor, error);
      }
      cursor.failures = 0;
      cursor.failing = null;
      cursor.position = batch.next;
      cursor.lag.stands(batch.next);
      fetched.resolveOffset(String(batch.next - 1));
      await fetched.heartbeat();
    }
  };
  return { takeUp, deliverTo };
};

/** A partition is paused from the moment when it is assigned until its position is known and sought. */
export const createAssignedPartitions = (
  consumer: ConsumerControl,
  deps: DeliveryDeps,
): AssignedPartitions => {
  let cursors = new Map<number, Cursor>();
  let release = new AbortController();
  const { takeUp, deliverTo } = createPartitionReader(consumer, deps, {
    isCurrent: (partition, cursor) => cursors.get(partition) === cursor,
    released: () => release.signal,
  });
  const replaceBy = (partitions: readonly number[]): ReadonlyMap<number, Cursor> => {
    const before = cursors;
    release.abort();
    release = new AbortController();
    cursors = new Map(partitions.map((id) => [id, newCursor()]));
    return before;
  };
  return {
    assign(partitions) {
      const before = replaceBy(partitions);
      consumer.pause([{ topic: deps.topic, partitions: [...partitions] }]);
      for (const [partition, cursor] of cursors) {
        void takeUp(partition, cursor, before.get(partition)?.taking ?? Promise.resolve());
      }
    },
    async deliver(fetched) {
      const cursor = cursors.get(fetched.batch.partition);
      if (cursor === undefined || cursor.position === null || fetched.isStale()) return;
      const taking = deliverTo(cursor, fetched);
      cursor.taking = taking.catch(() => undefined);
      await taking;
    },
    isDelivering: () => Array.from(cursors.values()).every(({ failing }) => failing === null),
    end(ends) {
      for (const [partition, { lag }] of cursors) {
        const end = ends.get(partition);
        if (end !== undefined) lag.ends(end);
      }
    },
    lags: () => Array.from(cursors, ([partition, { lag }]) => ({ partition, ...lag.now() })),
    async revoke() {
      await Promise.all(Array.from(replaceBy([]).values(), ({ taking }) => taking));
    },
  };
};

/** The brokers have fewer records than the subscriber has taken: the topic was made anew, or records were lost. */
class PositionPastEnd extends Error {
  override readonly name = 'PositionPastEnd';

  constructor(topic: string, partition: number) {
    super(`partition ${partition} of ${topic} ends before the position that its subscriber has reached`);
  }
}

/** A long batch must not look like a consumer that has died; what a heartbeat says is heard after the batch. */
const whileBeating = async (
  heartbeat: () => Promise<void>,
  heartbeatMs: number,
  work: Promise<void>,
): Promise<void> => {
  const timer = setInterval(() => void heartbeat().catch(() => undefined), heartbeatMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
};
