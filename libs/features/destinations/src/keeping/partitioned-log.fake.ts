import { TRACKING_TOPIC } from '@kith/contracts';
import type { EventLog, LogSubscriber, StoredRecord, Subscription } from '@kith/ports';

/** A topic of tracking with partitions that delivers as a log does, and says what its subscribers threw. */
export interface PartitionedLog extends Pick<EventLog, 'subscribe'> {
  /** Ends when the record was taken, or the subscription that was asked to take it has ended. */
  append(partition: number, record: StoredRecord): Promise<void>;
  readonly faults: readonly unknown[];
}

/** Nothing comes of other topics. */
const QUIET: Subscription = { isDelivering: () => true, lags: () => [], stop: async () => undefined };

export const createPartitionedLog = (partitions: number): PartitionedLog => {
  const topic = Array.from({ length: partitions }, (): StoredRecord[] => []);
  const faults: unknown[] = [];
  let feed: () => Promise<void> = async () => undefined;
  const feeding = async (
    subscriber: LogSubscriber,
    isStopped: () => boolean,
  ): Promise<() => Promise<void>> => {
    const positions = await Promise.all(topic.map((_, partition) => subscriber.startAt(partition)));
    return async () => {
      for (const [partition, all] of topic.entries()) {
        const records = all.slice(positions[partition]);
        if (records.length === 0 || isStopped()) continue;
        try {
          await subscriber.take({ topic: TRACKING_TOPIC, partition, records, next: all.length });
          positions[partition] = all.length;
        } catch (error) {
          faults.push(error);
        }
      }
    };
  };
  return {
    faults,
    append: async (partition, record) => {
      const own = topic[partition]!;
      own.push({ ...record, position: own.length });
      await feed();
    },
    subscribe: async (name, _group, subscriber) => {
      if (name !== TRACKING_TOPIC) return QUIET;
      let isStopped = false;
      let last = Promise.resolve();
      const run = await feeding(subscriber, () => isStopped);
      feed = () => (last = last.then(run));
      void feed();
      return {
        isDelivering: () => true,
        lags: () => [],
        stop: async () => {
          isStopped = true;
          await last;
        },
      };
    },
  };
};
