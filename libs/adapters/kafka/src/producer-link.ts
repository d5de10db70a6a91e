import { deadlineIn, pause, within } from '@kith/platform';
import type { Kafka, Message as KafkaMessage, Producer, RecordMetadata } from 'kafkajs';
import type { TopicMessages, Transport } from './append-queue.ts';
import { METADATA_MAX_AGE_MS, pauseAfter, REQUEST_TIMEOUT_MS, RETRY } from './kafka-client.ts';
import type { OnLogFailure } from './log-failure.ts';
import { partitionOfKey } from './partition-of-key.ts';

export interface ProducerLinkOptions {
  readonly kafka: Pick<Kafka, 'producer'>;
  readonly onError: OnLogFailure;
}

/** A producer that is replaced whenever it failed. */
export interface ProducerLink extends Transport {
  close(): Promise<void>;
}

/** Longer than one request; a batch that takes longer holds up all that come after it. */
const SEND_MS = 8_000;
const SEND_RETRIES = { ...RETRY, retries: 3 };

/**
 * Connects at once, and again with growing pauses, until it is closed. An idempotent producer numbers its batches.
 * After a batch whose outcome is unknown the next one would get the same numbers, and a broker that has the lost one
 * would take it for a repetition and drop it: so a producer that failed once is never used again.
 */
export const createProducerLink = ({ kafka, onError }: ProducerLinkOptions): ProducerLink => {
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  const endings = new Set<Promise<unknown>>();
  let failures = 0;
  const fail = (error: unknown): void => {
    failures += 1;
    onError(error, { topic: '*', group: 'append', attempt: failures });
  };
  const endLater = (producer: Producer, lastSend: Promise<unknown>): void => {
    const ending = endProducer(producer, lastSend).finally(() => endings.delete(ending));
    endings.add(ending);
  };
  const connect = async (): Promise<Producer | null> => {
    if (failures > 0) await pause(pauseAfter(failures), stopping.signal);
    while (!isStopping()) {
      const producer = newProducer(kafka);
      try {
        await producer.connect();
        return producer;
      } catch (error) {
        endLater(producer, Promise.resolve());
        if (!isStopping()) fail(error);
        await pause(pauseAfter(failures), stopping.signal);
      }
    }
    return null;
  };
  let connected = connect();
  return {
    async ready() {
      await connected;
    },
    async send(batch) {
      const producer = await connected;
      if (producer === null) throw new Error('the producer is closed');
      const sent = sendDurably(producer, batch);
      try {
        await within(deadlineIn(SEND_MS), 'appending a batch', sent);
        failures = 0;
      } catch (error) {
        endLater(producer, sent);
        fail(error);
        connected = connect();
        throw error;
      }
    },
    async close() {
      stopping.abort();
      const producer = await connected;
      if (producer !== null) endLater(producer, Promise.resolve());
      await Promise.all(endings);
    },
  };
};

const newProducer = (kafka: Pick<Kafka, 'producer'>): Producer =>
  kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    metadataMaxAge: METADATA_MAX_AGE_MS,
    retry: SEND_RETRIES,
    createPartitioner: () => (args) => choosePartition(args.message, args.partitionMetadata.length),
  });

const choosePartition = (message: KafkaMessage, partitions: number): number =>
  (message.partition ??= partitionOfKey(message.key as Buffer, partitions));

const sendDurably = async (producer: Producer, batch: TopicMessages): Promise<void> => {
  const topicMessages = Array.from(batch, ([topic, messages]) => ({ topic, messages: [...messages] }));
  const answered = await producer.sendBatch({ acks: -1, timeout: REQUEST_TIMEOUT_MS, topicMessages });
  mustBeComplete(batch, answered);
};

/**
 * A partition whose leader moves to a broker that has answered already is not sent to it by the driver, which
 * succeeds all the same: only an answer for every partition says that everything is durable.
 */
const mustBeComplete = (batch: TopicMessages, answered: readonly RecordMetadata[]): void => {
  for (const [topic, messages] of batch) {
    const ofTopic = answered.filter(({ topicName }) => topicName === topic);
    const partitions = new Set<number | undefined>(ofTopic.map(({ partition }) => partition));
    const forgotten = messages.find(({ partition }) => !partitions.has(partition));
    if (forgotten !== undefined)
      throw new Error(`partition ${forgotten.partition} of ${topic} did not answer`);
  }
};

/** A try that is still under way may connect again: only after it nothing is left. */
const endProducer = async (producer: Producer, lastSend: Promise<unknown>): Promise<void> => {
  await Promise.allSettled([producer.disconnect(), lastSend]);
  await Promise.allSettled([producer.disconnect()]);
};
