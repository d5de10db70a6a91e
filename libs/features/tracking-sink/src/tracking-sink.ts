import { decodeTracking, TRACKING_TOPIC, type TrackingMessage } from '@kith/contracts';
import type { ProfileId } from '@kith/domain/identity';
import { deadLetterRetention, type RulesInForce } from '@kith/domain/pipeline';
import type { DeadLetter } from '@kith/domain/tracking';
import type { Live } from '@kith/platform';
import type {
  ConsentHistory,
  Deadline,
  EventLog,
  LogBatch,
  LogSubscriber,
  ProfileStore,
  StoredRecord,
  Subscription,
  TrackingStore,
} from '@kith/ports';
import { buryOnce, type PartitionBurial } from './dead-letters/bury-once.ts';
import { recordOrSplit, type Poison, type RecordRange } from './dead-letters/record-or-split.ts';
import { toLetter } from './dead-letters/to-letter.ts';
import { lettersOfOthers } from './erased/letters-of-others.ts';
import type { Sparing } from './erased/without-erased.ts';
import { foldTracking, type Folded, type Folding } from './fold-tracking.ts';
import { acceptedAt } from './sight.ts';
import { createWariness, type Wariness } from './wariness.ts';

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

/**
 * Starts the consumer that writes tracking events into the store with effect exactly once: the position moves in the
 * same transaction as the effects, known event ids change nothing, and what can never succeed goes to the dead letters
 * without blocking its partition (docs/behaviour.md#dead-letters).
 */
export const startTrackingSink = (parts: Sinking): Promise<Subscription> =>
  parts.log.subscribe(TRACKING_TOPIC, 'identity-resolver', subscriberOf(parts));

const subscriberOf = (parts: Sinking): LogSubscriber => {
  const partitions = new Map<number, Taken>();
  const takenOf = (partition: number): Taken =>
    partitions.get(partition) ?? { position: 0, burial: buryOnce(parts), wariness: createWariness() };
  const moveTo = (position: number, partition: number, { burial, wariness }: Taken): void => {
    burial.reached(position);
    partitions.set(partition, { position, burial, wariness });
  };
  return {
    startAt: async (partition) => {
      const position = await parts.tracking.position(parts.callDeadline(), TRACKING_TOPIC, partition);
      moveTo(position, partition, takenOf(partition));
      return position;
    },
    take: async (batch) => {
      const taken = takenOf(batch.partition);
      await recordBatch(parts, batch, taken);
      moveTo(batch.next, batch.partition, taken);
    },
  };
};

/** How far a partition was taken. */
interface Taken {
  /** What the log has trimmed leaves gaps: a batch follows the position that was stored, not the record before it. */
  readonly position: number;
  readonly burial: PartitionBurial;
  readonly wariness: Wariness;
}

const recordBatch = async (
  parts: Sinking,
  batch: LogBatch,
  { position, burial, wariness }: Taken,
): Promise<void> => {
  const rules = parts.rules.current();
  const batching = { ...parts, rules, batch, burial, wariness };
  const items = batch.records.map((record) => ({ record, message: read(rules, record) }));
  await recordOrSplit((range) => recordRange(batching, range), { items, from: position, to: batch.next });
};

/** A batch ends under the rules that it began under. */
interface Batching extends Omit<Sinking, 'rules'>, Omit<Folding, 'isFirstTry'> {
  readonly batch: LogBatch;
  readonly burial: PartitionBurial;
  readonly wariness: Wariness;
}

const recordRange = async (parts: Batching, range: RecordRange): Promise<string | null> => {
  const messages = range.items.map(({ message }) => message).filter((message) => message.kind !== 'poison');
  const all = lettersIn(parts, range);
  const letters = await lettersOfOthers({ ...parts, accounts: parts.rules.present.accounts.keys() }, all);
  await parts.burial.bury(letters);
  const folded = await foldAndRecord(parts, range, messages, letters);
  if ('refused' in folded) return folded.refused;
  parts.metrics.poisoned(letters.length);
  parts.metrics.erased(all.length - letters.length);
  count(parts, folded, messages);
  return null;
};

const lettersIn = (parts: Batching, { items }: RecordRange): readonly DeadLetter[] => {
  const burial = {
    place: parts.batch,
    at: parts.clock(),
    keptMs: deadLetterRetention(parts.rules.present.accounts.values()),
  };
  return items.flatMap(({ record, message }) =>
    message.kind === 'poison'
      ? [toLetter({ ...burial, record, reason: message.why, isOmitted: message.isOmitted === true })]
      : [],
  );
};

const count = ({ metrics, clock }: Batching, folded: Folded, messages: readonly TrackingMessage[]): void => {
  metrics.recorded(folded.recorded);
  metrics.repeated(folded.repeated);
  metrics.withdrawn(folded.withdrawn);
  metrics.erased(folded.erased);
  // The edge that accepted them may have another clock.
  if (messages.length > 0) metrics.delayed(Math.max(0, clock() - oldestOf(messages)));
};

const oldestOf = (messages: readonly TrackingMessage[]): number => Math.min(...messages.map(acceptedAt));

/** Folds the messages and records the effects; again where an event turns out to be stored by now. */
const foldAndRecord = async (
  parts: Batching,
  { from, to }: RecordRange,
  messages: readonly TrackingMessage[],
  letters: readonly DeadLetter[],
): Promise<Folded | { readonly refused: string }> => {
  const { topic, partition } = parts.batch;
  for (let isFirstTry = !parts.wariness.isWary(); ; isFirstTry = false) {
    const folded = await foldTracking({ ...parts, isFirstTry }, messages);
    const commit = { topic, partition, from, to, letters, writes: folded.writes };
    const outcome = await parts.tracking.record(parts.callDeadline(), commit);
    if (outcome === 'fenced') throw new Fenced(partition);
    if (outcome === 'recorded') {
      parts.wariness.recorded(folded.repeated + folded.erased > 0);
      return folded;
    }
    if (outcome !== 'stale') return { refused: outcome.why };
  }
};

/** Somebody else has moved the partition's position: this consumer has to ask for it again. */
class Fenced extends Error {
  constructor(partition: number) {
    super(`the position of partition ${partition} was moved by another consumer`);
  }
}

const read = ({ present }: RulesInForce, record: StoredRecord): TrackingMessage | Poison => {
  if (record.bytes !== undefined) return { kind: 'poison', why: 'the record is not UTF-8' };
  const message = decodeTracking(record.value);
  if (message.kind === 'poison' || present.accounts.has(message.account)) return message;
  return { kind: 'poison', why: `no account of the configuration is called ${message.account}` };
};
