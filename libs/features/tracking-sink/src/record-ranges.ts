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
  PartitionMove,
  ProfileStore,
  StoredRecord,
  TrackingStore,
} from '@kith/ports';
import { deadLettersOfOthers, type PartitionDeadLetters } from './dead-letters/append-dead-letters.ts';
import type { Poison, RecordRange } from './dead-letters/record-or-split.ts';
import { toDeadLetter } from './dead-letters/to-dead-letter.ts';
import { foldTracking, type Folded } from './folding/fold-tracking.ts';
import { acceptedAt } from './folding/newcomers.ts';
import type { VisitorMemory } from './folding/visitor-memory.ts';
import type { ErasureFilterDeps } from './folding/without-erased.ts';
import type { SinkMetrics } from './sink-metrics.ts';

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
 * Whether the next batches are folded as if nothing of them were known or erased. Where that holds, asking the store before
 * each batch costs more than one now and then that is folded twice.
 */
export interface Optimism {
  isOptimistic(): boolean;
  /** To be told whenever some were recorded: whether something was left out, or the store has refused the first try. */
  recorded(wasInVain: boolean): void;
}

/** What the sink has learned from what it has recorded, over all of its partitions. */
export interface SinkMemory {
  readonly optimism: Optimism;
  readonly memory: VisitorMemory;
}

/** How far a partition was taken. */
export interface PartitionState {
  /** What the log has trimmed leaves gaps: a batch follows the position that was stored, not the record before it. */
  readonly position: number;
  readonly deadLetters: PartitionDeadLetters;
}

/** Consecutive records of one partition that are to be recorded. */
export interface PartitionRange extends Pick<PartitionState, 'deadLetters'> {
  readonly place: Pick<LogBatch, 'topic' | 'partition'>;
  readonly range: RecordRange;
}

export interface RangesDeps extends Omit<TrackingSinkDeps, 'rules'>, SinkMemory {
  readonly rules: RulesInForce;
}

/** What the records of a batch say. */
export const readRange = (
  rules: RulesInForce,
  { topic, partition, records, next }: LogBatch,
  { position, deadLetters }: PartitionState,
): PartitionRange => {
  const items = records.map((record) => ({ record, message: read(rules, record) }));
  return { place: { topic, partition }, deadLetters, range: { items, from: position, to: next } };
};

const read = ({ present }: RulesInForce, record: StoredRecord): TrackingMessage | Poison => {
  if (record.bytes !== undefined) return { kind: 'poison', why: 'the record is not UTF-8' };
  const message = decodeTracking(record.value);
  if (message.kind === 'poison' || present.accounts.has(message.account)) return message;
  return { kind: 'poison', why: `no account of the configuration is called ${message.account}` };
};

/**
 * Records ranges of different partitions as a whole, with the positions behind them: null, or why the store will never
 * take them together.
 */
export const recordRanges = async (
  deps: RangesDeps,
  ranges: readonly PartitionRange[],
): Promise<string | null> => {
  const messages = ranges.flatMap(({ range }) =>
    range.items.map(({ message }) => message).filter((message) => message.kind !== 'poison'),
  );
  const deadLetters: DeadLetter[] = [];
  let ofErased = 0;
  for (const one of ranges) {
    const all = deadLettersIn(deps, one);
    const accounts = deps.rules.present.accounts.keys();
    const ofOthers = await deadLettersOfOthers({ ...deps, accounts }, all);
    await one.deadLetters.append(ofOthers);
    deadLetters.push(...ofOthers);
    ofErased += all.length - ofOthers.length;
  }
  const moves = ranges.map(({ place, range: { from, to } }) => ({ ...place, from, to }));
  const folded = await foldAndRecord(deps, moves, messages, deadLetters);
  if ('refused' in folded) return folded.refused;
  deps.metrics.grouped(ranges.reduce((sum, { range }) => sum + range.items.length, 0));
  deps.metrics.poisoned(deadLetters.length);
  deps.metrics.erased(ofErased);
  count(deps, folded, messages);
  return null;
};

const deadLettersIn = (deps: RangesDeps, { place, range }: PartitionRange): readonly DeadLetter[] => {
  const shared = {
    place,
    at: deps.clock(),
    keptMs: deadLetterRetention(deps.rules.present.accounts.values()),
  };
  return range.items.flatMap(({ record, message }) =>
    message.kind === 'poison'
      ? [toDeadLetter({ ...shared, record, reason: message.why, isOmitted: message.isOmitted === true })]
      : [],
  );
};

/** Folds the messages and records the effects; again where an event turns out to be stored by now. */
const foldAndRecord = async (
  deps: RangesDeps,
  moves: readonly PartitionMove[],
  messages: readonly TrackingMessage[],
  deadLetters: readonly DeadLetter[],
): Promise<Folded | { readonly refused: string }> => {
  let wasStale = false;
  for (let isOptimistic = deps.optimism.isOptimistic(); ; isOptimistic = false) {
    const folded = await foldTracking({ ...deps, isOptimistic }, messages);
    const commit = { moves, deadLetters, writes: folded.writes };
    const outcome = await deps.tracking.record(deps.callDeadline(), commit);
    if (outcome === 'fenced') throw new Fenced(moves);
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

/** Somebody else has moved the position of one of the partitions: this consumer has to ask for it again. */
class Fenced extends Error {
  constructor(moves: readonly PartitionMove[]) {
    const partitions = moves.map(({ partition }) => partition).join(', ');
    super(`another consumer has moved the position of partition ${partitions}`);
  }
}

const count = (
  { metrics, clock }: RangesDeps,
  folded: Folded,
  messages: readonly TrackingMessage[],
): void => {
  metrics.recorded(folded.recorded);
  metrics.repeated(folded.repeated);
  metrics.withdrawn(folded.withdrawn);
  metrics.erased(folded.erased);
  // The edge that accepted them may have another clock.
  if (messages.length > 0) metrics.delayed(Math.max(0, clock() - oldestOf(messages)));
};

const oldestOf = (messages: readonly TrackingMessage[]): number => Math.min(...messages.map(acceptedAt));
