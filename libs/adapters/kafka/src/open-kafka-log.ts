import {
  deadlineIn,
  DeadlineExceeded,
  isInTime,
  silentLogger,
  UNCOUNTED_CALLS,
  within,
  type CallMetrics,
} from '@kith/platform';
import { Unavailable, type Deadline, type EventLog, type LogRetention, type Subscription } from '@kith/ports';
import type { Kafka } from 'kafkajs';
import { createAppendQueue } from './append-queue.ts';
import { createKafkaClient, type KafkaConnection } from './kafka-client.ts';
import type { OnLogFailure } from './log-failure.ts';
import { keepTopicFor } from './keep-topic-for.ts';
import { startSubscription } from './log-subscription.ts';
import { openingFailure } from './opening-failure.ts';
import { createProducerLink, type ProducerLink } from './producer-link.ts';
import { MAX_WAITING_BYTES } from './sizes.ts';
import { countedTransport } from './counted-transport.ts';
import { createTopicEnds } from './topic-ends.ts';
import { createTopics, type Topics, type TopicSettings } from './topics.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const LINGER_MS = 1;
const SESSION_TIMEOUT_MS = 10_000;
const READY_MS = 1_500;
/** How long brokers that may be away are waited for. */
const ANSWER_MS = 5_000;
/** Brokers that do not answer are not waited for any longer when the log is closed, for either of two things. */
const LAST_WORDS_MS = 4_000;

/** What the log is opened with; what is left out has its default. */
export interface KafkaLogOptions
  extends Omit<KafkaConnection, 'logger'>, Partial<Pick<KafkaConnection, 'logger'>>, Partial<TopicSettings> {
  /** Partitions by the name of the topic; those that are absent are made at open. */
  readonly topics: TopicSettings['topics'];
  /** Told of every failure that the log gets over by itself: appending, reading, a subscriber that threw. */
  readonly onError?: OnLogFailure;
  /** Hears of every batch that is appended. */
  readonly appendCalls?: CallMetrics;
  /** How long the first record of a batch waits for others, in milliseconds; 1 by default. */
  readonly lingerMs?: number;
  /** What may wait to be sent; 32 MiB by default. */
  readonly mostWaitingBytes?: number;
  /** Brokers that do not answer within some seconds do not keep the log from being opened; false by default. */
  readonly mayBeAway?: boolean;
  /** false: the log is only read, and its user needs no right to write; true by default. */
  readonly appends?: boolean;
  /** After which silence the group gives a consumer's partitions to others, in milliseconds; 10 s by default. */
  readonly sessionTimeoutMs?: number;
}

/** An event log in Kafka. */
export interface KafkaLog {
  readonly log: EventLog & LogRetention;
  /** Whether a broker answers now. */
  readonly isReady: () => Promise<boolean>;
  /** Ends the subscriptions after the batch at hand, sends what waits, and disconnects. */
  readonly close: () => Promise<void>;
}

/** In the place of a producer where nothing is appended: one connects at once, which takes a right to write. */
const NO_PRODUCER: ProducerLink = {
  ready: async () => undefined,
  send: () => Promise.reject(new Error('the log was opened to be read alone')),
  close: async () => undefined,
};

/**
 * Opens the log and makes the topics that are absent. Throws `Unavailable` where no broker answers for some seconds,
 * `ConfigurationError` where one answers and refuses. Once open, it gets over every outage by itself.
 */
export const openKafkaLog = async (options: KafkaLogOptions): Promise<KafkaLog> => {
  const kafka = createKafkaClient({ logger: silentLogger, ...options });
  const { retentionMs: longest = WEEK_MS } = options;
  const topics = createTopics(kafka, { otherPartitions: 1, ...options, retentionMs: longest });
  const onError = options.onError ?? (() => undefined);
  await openTopics(topics, options).catch((cause: unknown) => {
    const failure = openingFailure(cause);
    if (options.mayBeAway !== true || !(failure instanceof Unavailable)) throw failure;
    onError(failure, { topic: '*', group: 'open', attempt: 1 });
  });
  const link = options.appends === false ? NO_PRODUCER : createProducerLink({ kafka, onError });
  const queue = createAppendQueue({
    transport: countedTransport(link, options.appendCalls ?? UNCOUNTED_CALLS),
    lingerMs: options.lingerMs ?? LINGER_MS,
    mostWaitingBytes: options.mostWaitingBytes ?? MAX_WAITING_BYTES,
  });
  const subscriptions = new Set<Subscription>();
  const topicEnds = createTopicEnds(kafka, () => performance.now());
  const kept = new Map<string, number>();
  const sessionTimeoutMs = options.sessionTimeoutMs ?? SESSION_TIMEOUT_MS;
  return {
    log: {
      append(deadline, topic, records) {
        if (records.length === 0 || topics.isKnown(topic)) return queue.append(deadline, topic, records);
        return ensureWithin(deadline, topics, topic).then(() => queue.append(deadline, topic, records));
      },
      async subscribe(topic, group, subscriber) {
        const ensureTopic = (): Promise<void> => topics.ensure([topic]);
        const parts = { kafka, topic, group, subscriber, onError, ensureTopic, sessionTimeoutMs, topicEnds };
        const subscription = startSubscription(parts);
        subscriptions.add(subscription);
        return {
          lags: subscription.lags,
          isDelivering: subscription.isDelivering,
          stop: () => subscription.stop().finally(() => subscriptions.delete(subscription)),
        };
      },
      async keepFor(deadline, topic, wanted) {
        const retentionMs = Math.min(longest, wanted);
        if (kept.get(topic) === retentionMs) return;
        await ensureWithin(deadline, topics, topic);
        const changed = keepTopicFor(kafka, topic, retentionMs);
        await within(deadline, 'the retention of a topic', changed).catch(unavailable);
        kept.set(topic, retentionMs);
      },
    },
    isReady: () => answers(kafka),
    async close() {
      await Promise.all(Array.from(subscriptions, (subscription) => subscription.stop()));
      await isInTime(deadlineIn(LAST_WORDS_MS), queue.close());
      await isInTime(deadlineIn(LAST_WORDS_MS), link.close());
    },
  };
};

const unavailable = (cause: unknown): never => {
  throw new Unavailable('kafka', 'the retention of a topic could not be set', { cause });
};

/** Those that could not be made by then are made by the first append to each. */
const openTopics = (topics: Topics, options: KafkaLogOptions): Promise<void> => {
  const made = topics.ensure(Object.keys(options.topics));
  return options.mayBeAway === true ? within(deadlineIn(ANSWER_MS), 'the brokers', made) : made;
};

const ensureWithin = async (deadline: Deadline, topics: Topics, topic: string): Promise<void> => {
  if (deadline.remainingMs() <= 0) throw new Unavailable('kafka', 'the deadline has passed');
  await within(deadline, `making the topic ${topic}`, topics.ensure([topic])).catch((cause: unknown) => {
    const why = cause instanceof DeadlineExceeded ? cause.message : `the topic ${topic} could not be made`;
    throw new Unavailable('kafka', why, { cause });
  });
};

const answers = async (kafka: Pick<Kafka, 'admin'>): Promise<boolean> => {
  const admin = kafka.admin({ retry: { retries: 0 } });
  const connected = admin.connect().then(() => true);
  const answer = await within(deadlineIn(READY_MS), 'the broker', connected).catch(() => false);
  void connected.catch(() => undefined).finally(() => admin.disconnect().catch(() => undefined));
  return answer;
};
