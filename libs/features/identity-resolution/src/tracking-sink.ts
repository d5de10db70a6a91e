import { DEAD_LETTER_TOPIC, decodeTracking, TRACKING_TOPIC } from '@kith/contracts';
import type { TrackingMessage } from '@kith/contracts';
import type { ProfileId } from '@kith/domain/identity';
import type { Live } from '@kith/platform';
import type {
  ConsentHistory,
  Deadline,
  EventLog,
  LogBatch,
  LogSubscriber,
  ProfileStore,
  Subscription,
  TrackingStore,
} from '@kith/ports';
import type { Sparing } from './erasing/without-erased.ts';
import { foldTracking } from './fold-tracking.ts';
import type { Folded, Folding } from './fold-tracking.ts';
import type { RulesInForce } from './rules-in-force.ts';

/** What the sink takes. */
export interface Sinking extends Sparing {
  readonly log: EventLog;
  readonly tracking: TrackingStore;
  readonly profiles: Pick<ProfileStore, 'load' | 'stored'>;
  readonly consentHistory: ConsentHistory;
  readonly rules: Live<RulesInForce>;
  readonly newProfileId: () => ProfileId;
  /** How long one call to the store may take; a batch that meets no answer is delivered again. */
  readonly callDeadline: () => Deadline;
  readonly clock: () => number;
  readonly metrics: SinkMetrics;
}

/** What the sink counts. */
export interface SinkMetrics {
  recorded(events: number): void;
  repeated(events: number): void;
  poisoned(records: number): void;
  /** How long after its acceptance by an edge the oldest message of a batch was recorded, in milliseconds. */
  delayed(ms: number): void;
  /** Accepted by an edge that had not heard of a withdrawal yet. */
  withdrawn(events: number): void;
  /** Of persons who were erased in the meantime. */
  erased(events: number): void;
}

type Decoded = TrackingMessage | { readonly kind: 'poison'; readonly why: string };

/**
 * Starts the consumer that writes tracking events into the store with effect exactly once: the position moves in the
 * same transaction as the effects, known event ids change nothing, and what can never succeed goes to the dead letters
 * without blocking its partition (behaviour.md section 4).
 */
export const startTrackingSink = (parts: Sinking): Promise<Subscription> =>
  parts.log.subscribe(TRACKING_TOPIC, 'identity-resolver', subscriberOf(parts));

const subscriberOf = (parts: Sinking): LogSubscriber => {
  // What the log has trimmed leaves gaps: a batch follows the position that was stored, not the record before it.
  const positions = new Map<number, number>();
  return {
    startAt: async (partition) => {
      const position = await parts.tracking.position(parts.callDeadline(), TRACKING_TOPIC, partition);
      positions.set(partition, position);
      return position;
    },
    take: async (batch) => {
      const { partition } = batch;
      await recordBatch(parts, batch, positions.get(partition) ?? 0);
      positions.set(partition, batch.next);
    },
  };
};

const recordBatch = async (parts: Sinking, batch: LogBatch, from: number): Promise<void> => {
  const rules = parts.rules.current();
  const decoded = batch.records.map((record) => ({ record, message: decode(rules, record.value) }));
  await bury(parts, batch, decoded);
  const messages = decoded.map(({ message }) => message).filter((message) => message.kind !== 'poison');
  const folded = await foldAndRecord({ ...parts, rules }, batch, from, messages);
  parts.metrics.recorded(folded.recorded);
  parts.metrics.repeated(folded.repeated);
  parts.metrics.withdrawn(folded.withdrawn);
  parts.metrics.erased(folded.erased);
  // The edge that accepted them may have another clock.
  if (messages.length > 0) parts.metrics.delayed(Math.max(0, parts.clock() - oldestOf(messages)));
};

const oldestOf = (messages: readonly TrackingMessage[]): number =>
  Math.min(
    ...messages.map((message) => (message.kind === 'event' ? message.event.receivedAt : message.visit.at)),
  );

/** A batch ends under the rules that it began under. */
type Batching = Omit<Sinking, 'rules'> & Folding;

/** Folds the messages and records the effects; again where an event turns out to be stored by now. */
const foldAndRecord = async (
  parts: Batching,
  { topic, partition, next }: LogBatch,
  from: number,
  messages: readonly TrackingMessage[],
): Promise<Folded> => {
  for (;;) {
    const folded = await foldTracking(parts, messages);
    const commit = { topic, partition, from, to: next, writes: folded.writes };
    const outcome = await parts.tracking.record(parts.callDeadline(), commit);
    if (outcome === 'fenced') throw new Fenced(partition);
    if (outcome === 'recorded') return folded;
  }
};

/** Somebody else has moved the partition's position: this consumer has to ask for it again. */
class Fenced extends Error {
  constructor(partition: number) {
    super(`the position of partition ${partition} was moved by another consumer`);
  }
}

const decode = ({ present }: RulesInForce, value: string): Decoded => {
  const message = decodeTracking(value);
  if (message.kind === 'poison' || present.accounts.has(message.account)) return message;
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
