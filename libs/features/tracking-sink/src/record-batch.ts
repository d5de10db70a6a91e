import { decodeTracking, type TrackingMessage } from '@kith/contracts';
import type { ProfileId } from '@kith/domain/identity';
import { deadLetterRetention, type RulesInForce } from '@kith/domain/pipeline';
import type { DeadLetter } from '@kith/domain/tracking';
import type { Live } from '@kith/platform';
import type {
  ConsentHistory,
  Deadline,
  EventLog,
  LogBatch,
  ProfileStore,
  StoredRecord,
  TrackingStore,
} from '@kith/ports';
import type { PartitionDeadLetters } from './dead-letters/append-dead-letters.ts';
import { recordOrSplit, type Poison, type RecordRange } from './dead-letters/record-or-split.ts';
import { toDeadLetter } from './dead-letters/to-dead-letter.ts';
import { deadLettersOfOthers } from './dead-letters/without-erased-dead-letters.ts';
import { foldTracking, type Folded } from './folding/fold-tracking.ts';
import { acceptedAt } from './folding/sighting.ts';
import type { VisitorMemory } from './folding/visitor-memory.ts';
import type { ErasureFilterDeps } from './folding/without-erased.ts';
import type { SinkMetrics } from './sink-metrics.ts';

/** Needed to write what the log tells. */
export interface TrackingSinkDeps extends ErasureFilterDeps {
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

/**
 * Whether the next batch of a partition is folded as if nothing of it were known or erased. Where that holds, asking the
 * store before each batch costs more than a batch now and then that is folded twice.
 */
export interface Optimism {
  isOptimistic(): boolean;
  /** To be told of each batch: whether something of it was left out, or the store has refused its first try. */
  recorded(wasInVain: boolean): void;
}

/** How far a partition was taken. */
export interface PartitionState {
  /** What the log has trimmed leaves gaps: a batch follows the position that was stored, not the record before it. */
  readonly position: number;
  readonly deadLetters: PartitionDeadLetters;
  readonly optimism: Optimism;
  readonly memory: VisitorMemory;
}

/** A batch at work: it ends under the rules that it began under. */
interface BatchDeps extends Omit<TrackingSinkDeps, 'rules'>, Omit<PartitionState, 'position'> {
  readonly rules: RulesInForce;
  readonly batch: LogBatch;
}

/** Writes a batch with the position behind it; what can never be processed goes to the dead letters. */
export const recordBatch = async (
  deps: TrackingSinkDeps,
  batch: LogBatch,
  { position, ...partition }: PartitionState,
): Promise<void> => {
  const rules = deps.rules.current();
  const work: BatchDeps = { ...deps, ...partition, rules, batch };
  const items = batch.records.map((record) => ({ record, message: read(rules, record) }));
  await recordOrSplit((range) => recordRange(work, range), { items, from: position, to: batch.next });
};

const read = ({ present }: RulesInForce, record: StoredRecord): TrackingMessage | Poison => {
  if (record.bytes !== undefined) return { kind: 'poison', why: 'the record is not UTF-8' };
  const message = decodeTracking(record.value);
  if (message.kind === 'poison' || present.accounts.has(message.account)) return message;
  return { kind: 'poison', why: `no account of the configuration is called ${message.account}` };
};

const recordRange = async (deps: BatchDeps, range: RecordRange): Promise<string | null> => {
  const messages = range.items.map(({ message }) => message).filter((message) => message.kind !== 'poison');
  const all = deadLettersIn(deps, range);
  const accounts = deps.rules.present.accounts.keys();
  const deadLetters = await deadLettersOfOthers({ ...deps, accounts }, all);
  await deps.deadLetters.append(deadLetters);
  const folded = await foldAndRecord(deps, range, messages, deadLetters);
  if ('refused' in folded) return folded.refused;
  deps.metrics.poisoned(deadLetters.length);
  deps.metrics.erased(all.length - deadLetters.length);
  count(deps, folded, messages);
  return null;
};

const deadLettersIn = (deps: BatchDeps, { items }: RecordRange): readonly DeadLetter[] => {
  const shared = {
    place: deps.batch,
    at: deps.clock(),
    keptMs: deadLetterRetention(deps.rules.present.accounts.values()),
  };
  return items.flatMap(({ record, message }) =>
    message.kind === 'poison'
      ? [toDeadLetter({ ...shared, record, reason: message.why, isOmitted: message.isOmitted === true })]
      : [],
  );
};

/** Folds the messages and records the effects; again where an event turns out to be stored by now. */
const foldAndRecord = async (
  deps: BatchDeps,
  { from, to }: RecordRange,
  messages: readonly TrackingMessage[],
  deadLetters: readonly DeadLetter[],
): Promise<Folded | { readonly refused: string }> => {
  const { topic, partition } = deps.batch;
  let wasStale = false;
  for (let isOptimistic = deps.optimism.isOptimistic(); ; isOptimistic = false) {
    const folded = await foldTracking({ ...deps, isOptimistic }, messages);
    const commit = { topic, partition, from, to, deadLetters, writes: folded.writes };
    const outcome = await deps.tracking.record(deps.callDeadline(), commit);
    if (outcome === 'fenced') throw new Fenced(partition);
    if (outcome === 'recorded') {
      learn(deps.memory, folded);
      deps.optimism.recorded(wasStale || folded.repeated + folded.erased > 0);
      return folded;
    }
    if (outcome !== 'stale') return { refused: outcome.why };
    wasStale = true;
    deps.memory.forget();
  }
};

const learn = (memory: VisitorMemory, { writes, subjects }: Folded): void => {
  for (const [account, { activities, timesSuppressed }] of writes) {
    memory.learn(account, {
      activities,
      subjects: subjects.get(account) ?? [],
      ...(timesSuppressed === undefined ? {} : { timesSuppressed }),
    });
  }
};

/** Somebody else has moved the partition's position: this consumer has to ask for it again. */
class Fenced extends Error {
  constructor(partition: number) {
    super(`the position of partition ${partition} was moved by another consumer`);
  }
}

const count = ({ metrics, clock }: BatchDeps, folded: Folded, messages: readonly TrackingMessage[]): void => {
  metrics.recorded(folded.recorded);
  metrics.repeated(folded.repeated);
  metrics.withdrawn(folded.withdrawn);
  metrics.erased(folded.erased);
  // The edge that accepted them may have another clock.
  if (messages.length > 0) metrics.delayed(Math.max(0, clock() - oldestOf(messages)));
};

const oldestOf = (messages: readonly TrackingMessage[]): number => Math.min(...messages.map(acceptedAt));
