import { LOG_RETENTION_MS, type AccountName, type ResolutionConfiguration } from '@kith/domain/pipeline';
import { NO_ACCOUNT, type AuditFact } from '@kith/domain/privacy';
import type { LetterId, WaitingLetter } from '@kith/domain/tracking';
import type { Live } from '@kith/platform';
import type {
  AppendAudit,
  Caller,
  Deadline,
  DeadLetterAdministration,
  DeadLetterStore,
  EventLog,
  LetterOutcome,
  LogRecord,
} from '@kith/ports';

/** What is counted of what administrators do to dead letters. */
export interface DeadLetterMetrics {
  replayed(deadLetters: number): void;
  dropped(deadLetters: number): void;
}

/** Needed to answer administrators about dead letters. */
export interface DeadLetterAdministrationDeps {
  readonly letters: DeadLetterStore;
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
  const { letters, metrics } = deps;
  const found = async (
    change: Change,
    deadline: Deadline,
    ids: readonly LetterId[],
  ): Promise<readonly WaitingLetter[]> => {
    const waiting = await letters.readLetters(deadline, [...new Set(ids)]);
    await audit(deps, change, deadline, waiting);
    return waiting;
  };
  return {
    list: letters.letters,
    show: async (deadline, { id }) => ({ letter: (await letters.readLetters(deadline, [id]))[0] ?? null }),
    replay: async (deadline, { ids, caller }) => {
      const waiting = await found({ act: 'replayDeadLetters', caller }, deadline, ids);
      const outcomes = await replayDeadLetters(deps, deadline, ids, waiting);
      metrics?.replayed(countOf(outcomes, 'replayed'));
      return outcomes;
    },
    drop: async (deadline, { ids, caller }) => {
      const there = await found({ act: 'dropDeadLetters', caller }, deadline, ids);
      const waiting = new Set(there.map(({ id }) => id));
      metrics?.dropped(await letters.removeLetters(deadline, [...waiting]));
      return ids.map((id) => ({ id, kind: waiting.has(id) ? 'dropped' : 'unknown' }));
    },
  };
};

const countOf = (outcomes: readonly LetterOutcome[], kind: LetterOutcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

/** One entry in the trail of each account; what no configured account owns stands in the trail of none. */
const audit = async (
  deps: DeadLetterAdministrationDeps,
  { act, caller: { by, reason } }: Change,
  deadline: Deadline,
  waiting: readonly WaitingLetter[],
): Promise<void> => {
  const { accounts } = deps.configuration.current();
  const trailOf = ({ account }: WaitingLetter): AccountName =>
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
  { letters, log, clock }: DeadLetterAdministrationDeps,
  deadline: Deadline,
  ids: readonly LetterId[],
  found: readonly WaitingLetter[],
): Promise<readonly LetterOutcome[]> => {
  const fit = found.filter(({ original }) => original.kind === 'text');
  const digests = [...new Set(fit.map(({ digest }) => digest))];
  await letters.noteReplays(deadline, digests, clock() + LOG_RETENTION_MS);
  for (const topic of new Set(fit.map((letter) => letter.topic))) {
    const own = fit.filter((letter) => letter.topic === topic);
    await log.append(deadline, topic, own.flatMap(recordOf));
  }
  await letters.removeLetters(
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

const recordOf = ({ key, original }: WaitingLetter): readonly LogRecord[] =>
  original.kind === 'text' ? [{ key, value: original.value }] : [];
