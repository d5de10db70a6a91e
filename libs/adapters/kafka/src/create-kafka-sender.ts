import { DeadlineExceeded, silentLogger, within, createMutex, type KafkaSecurity } from '@kith/platform';
import type { Deadline, DestinationSender, Delivery, SendOutcome } from '@kith/ports';
import kafkajs from 'kafkajs';
import { guardedSockets, type AddressGuard } from './guarded-sockets.ts';
import { createKafkaClient } from './kafka-client.ts';
import { batchesOf, messageOf } from './kafka-sender-messages.ts';
import { createProducerLink, type ProducerLink } from './producer-link.ts';

const { KafkaJSError, KafkaJSProtocolError } = kafkajs;

/** What a sender to a topic stands on. */
export interface KafkaSenderDeps {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  readonly topic: string;
  readonly clientId: string;
  readonly security: KafkaSecurity;
  /** Where brokers may be. */
  readonly guard: AddressGuard;
}

/** The most deliveries in one call. */
const MAX_BATCH_SIZE = 500;

/** What a broker never takes, however often it is asked. */
const TOO_LARGE = 'MESSAGE_TOO_LARGE';

/**
 * Appends to a topic of somebody's Kafka, keyed by umid; delivered when all its replicas have it (acks=all). It connects
 * with the first delivery, over connections of its own.
 */
export const createKafkaSender = (deps: KafkaSenderDeps): DestinationSender => {
  let link: ProducerLink | null = null;
  let fault: unknown = null;
  const lock = createMutex();
  const connected = (): ProducerLink => (link ??= linkOf(deps, (error) => (fault = error)));
  const sendAll = async (deliveries: readonly Delivery[]): Promise<void> => {
    for (const batch of batchesOf(deliveries.map(messageOf))) {
      await connected().send(new Map([[deps.topic, batch]]));
    }
  };
  const send = async (deadline: Deadline, deliveries: readonly Delivery[]): Promise<SendOutcome> => {
    // One after the other, also where nobody waits for the outcome any more: it would overtake.
    const sent = lock(() => sendAll(deliveries));
    try {
      await within(deadline, 'the brokers', sent);
      return { kind: 'delivered' };
    } catch (error) {
      return outcomeOf(error instanceof DeadlineExceeded ? (fault ?? error) : error);
    }
  };
  return { maxBatchSize: MAX_BATCH_SIZE, send, close: async () => link?.close() };
};

const linkOf = (deps: KafkaSenderDeps, onError: (error: unknown) => void): ProducerLink => {
  const { brokers, clientId, security, guard } = deps;
  const socketFactory = guardedSockets(guard);
  const kafka = createKafkaClient({ brokers, clientId, security, logger: silentLogger, socketFactory });
  return createProducerLink({ kafka, onError });
};

const outcomeOf = (error: unknown): SendOutcome => {
  if (isTooLarge(error)) return { kind: 'refused', why: 'the brokers take no record of this size' };
  return { kind: 'retry', why: error instanceof Error ? error.message : 'the brokers do not take it' };
};

/** The driver wraps what ended its tries. */
const isTooLarge = (error: unknown): boolean => {
  if (error instanceof KafkaJSProtocolError && error.type === TOO_LARGE) return true;
  return error instanceof KafkaJSError && error.cause !== undefined && isTooLarge(error.cause);
};
