import { DEAD_LETTER_TOPIC, decodeTracking, TRACKING_TOPIC } from '@kith/contracts';
import type { TrackingMessage } from '@kith/contracts';
import type { ProfileId } from '@kith/domain/identity';
import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import type { Deadline, EventLog, LogBatch, LogSubscriber, Subscription, TrackingStore } from '@kith/ports';
import { foldTracking } from './fold-tracking.ts';

/** What the sink takes. */
export interface Sinking {
  readonly log: EventLog;
  readonly tracking: TrackingStore;
  readonly accounts: ReadonlyMap<AccountName, AccountRules>;
  readonly newProfileId: () => ProfileId;
  /** How long one call to the store may take; a batch that meets no answer is delivered again. */
  readonly callDeadline: () => Deadline;
  readonly metrics: SinkMetrics;
}

/** What the sink counts. */
export interface SinkMetrics {
  recorded(events: number): void;
  repeated(events: number): void;
  poisoned(records: number): void;
}

type Decoded = TrackingMessage | { readonly kind: 'poison'; readonly why: string };

/**
 * Starts the consumer that writes tracking events into the store with effect exactly once: the position moves in the
 * same transaction as the effects, known event ids change nothing, and what can never succeed goes to the dead letters
 * without blocking its partition (behaviour.md section 4).
 */
export const startTrackingSink = (parts: Sinking): Promise<Subscription> => {
  const subscriber: LogSubscriber = {
    startAt: (partition) => parts.tracking.position(parts.callDeadline(), TRACKING_TOPIC, partition),
    take: (batch) => recordBatch(parts, batch),
  };
  return parts.log.subscribe(TRACKING_TOPIC, 'identity-resolver', subscriber);
};

const recordBatch = async (parts: Sinking, batch: LogBatch): Promise<void> => {
  const decoded = batch.records.map((record) => ({ record, message: decode(parts, record.value) }));
  await bury(parts, batch, decoded);
  const messages = decoded.map(({ message }) => message).filter((message) => message.kind !== 'poison');
  const folded = await foldTracking(parts, messages);
  const [from, to] = [batch.records[0]?.position ?? batch.next, batch.next];
  const { topic, partition } = batch;
  const outcome = await parts.tracking.record(parts.callDeadline(), {
    topic,
    partition,
    from,
    to,
    writes: folded.writes,
  });
  if (outcome === 'fenced') throw new Fenced(partition);
  parts.metrics.recorded(folded.recorded);
  parts.metrics.repeated(folded.repeated);
};

/** Somebody else has moved the partition's position: this consumer has to ask for it again. */
class Fenced extends Error {
  constructor(partition: number) {
    super(`the position of partition ${partition} was moved by another consumer`);
  }
}

const decode = ({ accounts }: Sinking, value: string): Decoded => {
  const message = decodeTracking(value);
  if (message.kind === 'poison' || accounts.has(message.account)) return message;
  return { kind: 'poison', why: `no account of the configuration is called ${message.account}` };
};

const bury = async (
  parts: Sinking,
  { topic, partition }: LogBatch,
  decoded: readonly { readonly record: LogBatch['records'][number]; readonly message: Decoded }[],
): Promise<void> => {
  const letters = decoded.flatMap(({ record, message }) =>
    message.kind === 'poison'
      ? [{ key: record.key, value: deadLetter(topic, partition, record.position, message.why, record.value) }]
      : [],
  );
  if (letters.length === 0) return;
  await parts.log.append(parts.callDeadline(), DEAD_LETTER_TOPIC, letters);
  parts.metrics.poisoned(letters.length);
};

const deadLetter = (
  topic: string,
  partition: number,
  position: number,
  error: string,
  original: string,
): string => JSON.stringify({ topic, partition, position, error, original });
