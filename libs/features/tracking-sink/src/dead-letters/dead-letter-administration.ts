import { LOG_RETENTION_MS, type AccountName, type ResolutionConfiguration } from '@kith/domain/pipeline';
import { NO_ACCOUNT, type AuditFact } from '@kith/domain/privacy';
import type { DeadLetterId, WaitingDeadLetter } from '@kith/domain/tracking';
import type { Live } from '@kith/platform';
import type {
  AppendAudit,
  Caller,
  Deadline,
  DeadLetterAdministration,
  DeadLetterStore,
  EventLog,
  DeadLetterOutcome,
  LogRecord,
} from '@kith/ports';

/** What is counted of what administrators do to dead letters. */
export interface DeadLetterMetrics {
  replayed(deadLetters: number): void;
  dropped(deadLetters: number): void;
}

export interface DeadLetterAdministrationDeps {
  readonly deadLetters: DeadLetterStore;
  readonly log: Pick<EventLog, 'append'>;
  readonly appendAudit: AppendAudit;
  readonly configuration: Live<Pick<ResolutionConfiguration, 'accounts'>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly metrics?: DeadLetterMetrics;
}

/** What an administrator is about to do, to whom it may concern. */
interface Change {
  readonly act: AuditFact['act'];
  readonly caller: Caller;
}

/** What an administrator can ask about dead letters; what changes something stands in the audit trail before it is done. */
export const createDeadLetterAdministration = (
  deps: DeadLetterAdministrationDeps,
): DeadLetterAdministration => {
  const { deadLetters, metrics } = deps;
  const found = async (
    change: Change,
    deadline: Deadline,
    ids: readonly DeadLetterId[],
  ): Promise<readonly WaitingDeadLetter[]> => {
    const waiting = await deadLetters.read(deadline, [...new Set(ids)]);
    await audit(deps, change, deadline, waiting);
    return waiting;
  };
  return {
    list: deadLetters.list,
    show: async (deadline, { id }) => ({ letter: (await deadLetters.read(deadline, [id]))[0] ?? null }),
    replay: async (deadline, { ids, caller }) => {
      const waiting = await found({ act: 'replayDeadLetters', caller }, deadline, ids);
      const outcomes = await replayDeadLetters(deps, deadline, ids, waiting);
      metrics?.replayed(countOf(outcomes, 'replayed'));
      return outcomes;
    },
    drop: async (deadline, { ids, caller }) => {
      const there = await found({ act: 'dropDeadLetters', caller }, deadline, ids);
      const waiting = new Set(there.map(({ id }) => id));
      metrics?.dropped(await deadLetters.remove(deadline, [...waiting]));
      return ids.map((id) => ({ id, kind: waiting.has(id) ? 'dropped' : 'unknown' }));
    },
  };
};

const countOf = (outcomes: readonly DeadLetterOutcome[], kind: DeadLetterOutcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

/** One entry in the trail of each account; what no configured account owns stands in the trail of none. */
const audit = async (
  deps: DeadLetterAdministrationDeps,
  { act, caller: { by, reason } }: Change,
  deadline: Deadline,
  waiting: readonly WaitingDeadLetter[],
): Promise<void> => {
  const { accounts } = deps.configuration.current();
  const trailOf = ({ account }: WaitingDeadLetter): AccountName =>
    account !== null && accounts.has(account) ? account : NO_ACCOUNT;
  for (const account of new Set(waiting.map(trailOf))) {
    const own = waiting.filter((one) => trailOf(one) === account).map(({ id }) => id);
    const fact = { act, at: deps.clock(), by, reason, detail: { letters: own } };
    await deps.appendAudit({ account, deadline }, fact);
  }
};

/**
 * Appends the originals to the topics that they came from, in their order, then removes them. Cut
 * off between the two it is done again: what was stored already changes nothing. What was begun is noted first, so that
 * a record which becomes a dead letter again is known as one that was replayed before.
 */
const replayDeadLetters = async (
  { deadLetters, log, clock }: DeadLetterAdministrationDeps,
  deadline: Deadline,
  ids: readonly DeadLetterId[],
  found: readonly WaitingDeadLetter[],
): Promise<readonly DeadLetterOutcome[]> => {
  const fit = found.filter(({ original }) => original.kind === 'text');
  const digests = [...new Set(fit.map(({ digest }) => digest))];
  await deadLetters.noteReplays(deadline, digests, clock() + LOG_RETENTION_MS);
  for (const topic of new Set(fit.map((deadLetter) => deadLetter.topic))) {
    const own = fit.filter((deadLetter) => deadLetter.topic === topic);
    await log.append(deadline, topic, own.flatMap(recordOf));
  }
  await deadLetters.remove(
    deadline,
    fit.map(({ id }) => id),
  );
  const replayed = new Set(fit.map(({ id }) => id));
  const waiting = new Set(found.map(({ id }) => id));
  return ids.map((id) => ({
    id,
    kind: replayed.has(id) ? 'replayed' : waiting.has(id) ? 'unfit' : 'unknown',
  }));
};

const recordOf = ({ key, original }: WaitingDeadLetter): readonly LogRecord[] =>
  original.kind === 'text' ? [{ key, value: original.value }] : [];
