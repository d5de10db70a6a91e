import kafkajs, { type Admin, type Kafka } from 'kafkajs';
import { pause } from '@kith/platform';
import { retentionEntries } from './keep-topic-for.ts';
import { TOPIC_MAX_MESSAGE_BYTES } from './sizes.ts';

/** What a broker answers that knows of a topic from hearsay only. */
const NOT_YET = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);
const LED_TRIES = 100;
const LED_PAUSE_MS = 50;

/** How topics are made that are absent; those that are there stay as they are. */
export interface TopicSettings {
  /** Partitions by the name of the topic. */
  readonly topics: Readonly<Record<string, number>>;
  /** The partitions of a topic that is not named. */
  readonly otherPartitions: number;
  /** No record of them becomes older. */
  readonly retentionMs: number;
}

/** The topics that are sure to be there. */
export interface Topics {
  /** Makes those that are absent. */
  ensure(topics: readonly string[]): Promise<void>;
  isKnown(topic: string): boolean;
}

/** Asks about a topic once, and about those whose making failed again. */
export const createTopics = (kafka: Pick<Kafka, 'admin'>, settings: TopicSettings): Topics => {
  const known = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  const make = (topics: readonly string[]): void => {
    const made = makeAbsent(kafka, settings, topics)
      .then(() => topics.forEach((topic) => known.add(topic)))
      .finally(() => topics.forEach((topic) => underWay.delete(topic)));
    for (const topic of topics) underWay.set(topic, made);
  };
  return {
    async ensure(topics) {
      const unknown = topics.filter((topic) => !known.has(topic));
      const idle = unknown.filter((topic) => !underWay.has(topic));
      if (idle.length > 0) make(idle);
      await Promise.all(unknown.flatMap((topic) => underWay.get(topic) ?? []));
    },
    isKnown: (topic) => known.has(topic),
  };
};

const makeAbsent = async (
  kafka: Pick<Kafka, 'admin'>,
  settings: TopicSettings,
  topics: readonly string[],
): Promise<void> => {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const present = new Set(await admin.listTopics());
    const absent = topics.filter((topic) => !present.has(topic));
    if (absent.length === 0) return;
    const { brokers } = await admin.describeCluster();
    // One after the other: the driver cannot tell which of several another process has made meanwhile.
    for (const topic of absent) {
      // The driver's own wait for leaders fails where the broker does not show the new topic at once.
      await admin.createTopics({
        topics: [topicConfig(topic, settings, brokers.length)],
        waitForLeaders: false,
      });
      await untilLed(admin, topic);
    }
  } finally {
    await admin.disconnect();
  }
};

/** Waits until each partition of a topic that was just made has a leader; throws where none comes for seconds. */
export const untilLed = async (admin: Admin, topic: string): Promise<void> => {
  for (let tries = 1; !(await isLed(admin, topic)); tries += 1) {
    if (tries === LED_TRIES) throw new Error(`the new topic ${topic} has no leader`);
    await pause(LED_PAUSE_MS);
  }
};

const isLed = async (admin: Admin, topic: string): Promise<boolean> => {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics.every(
      ({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0),
    );
  } catch (error) {
    if (error instanceof kafkajs.KafkaJSProtocolError && NOT_YET.has(error.type)) return false;
    throw error;
  }
};

/** So many brokers make a record durable although one of them is lost: what is acknowledged lies on two. */
const SAFE_BROKERS = 3;

/** With fewer brokers, how often records are kept is the brokers' own default. */
export const topicConfig = (
  topic: string,
  settings: Pick<TopicSettings, 'topics' | 'otherPartitions' | 'retentionMs'>,
  brokers: number,
) => ({
  topic,
  numPartitions: settings.topics[topic] ?? settings.otherPartitions,
  replicationFactor: brokers >= SAFE_BROKERS ? SAFE_BROKERS : -1,
  configEntries: [
    ...(brokers >= SAFE_BROKERS ? [{ name: 'min.insync.replicas', value: '2' }] : []),
    ...retentionEntries(settings.retentionMs),
    { name: 'max.message.bytes', value: String(TOPIC_MAX_MESSAGE_BYTES) },
  ],
});
