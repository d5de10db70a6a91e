import { TRACKING_TOPIC } from '@kith/contracts';
import type { EventLog, LogRecord, LogRetention, LogSubscriber, StoredRecord } from '@kith/ports';

/** A log in memory of one partition, whose records a test hands over itself. */
export interface HandedLog extends EventLog, LogRetention {
  /** Everything that was ever appended to a topic. */
  read(topic: string): readonly LogRecord[];
  /** Hands over what the sink has not taken yet, as one batch. */
  deliver(): Promise<void>;
  /** Puts a record there that no text can be. */
  appendBytes(key: string, bytes: Uint8Array): void;
}

export const createHandedLog = (): HandedLog => {
  const topics = new Map<string, Omit<StoredRecord, 'position'>[]>();
  const taking: LogSubscriber[] = [];
  const recordsOf = (topic: string) => {
    const records = topics.get(topic) ?? [];
    topics.set(topic, records);
    return records;
  };
  return {
    append: async (_deadline, topic, records) => void recordsOf(topic).push(...records),
    appendBytes: (key, bytes) => {
      recordsOf(TRACKING_TOPIC).push({ key, bytes, value: Buffer.from(bytes).toString('utf8') });
    },
    keepFor: async () => undefined,
    subscribe: async (_topic, _group, subscriber) => {
      taking.push(subscriber);
      return { isDelivering: () => true, lags: () => [], stop: async () => undefined };
    },
    read: recordsOf,
    async deliver() {
      const subscriber = taking.at(-1)!;
      const from = await subscriber.startAt(0);
      const all = recordsOf(TRACKING_TOPIC).map((record, position) => ({ ...record, position }));
      const records = all.slice(from);
      if (records.length === 0) return;
      await subscriber.take({ topic: TRACKING_TOPIC, partition: 0, records, next: all.length });
    },
  };
};
