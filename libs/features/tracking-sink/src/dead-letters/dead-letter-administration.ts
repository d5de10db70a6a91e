import { NO_ACCOUNT, type AuditFact } from '@kith/domain/privacy';
import { type AccountName, type ResolutionConfiguration } from '@kith/domain/pipeline';
import type { LetterId, WaitingLetter } from '@kith/domain/tracking';
import type { Live } from '@kith/platform';
import type { AppendAudit, Caller, Deadline, DeadLetterAdministration, LetterOutcome } from '@kith/ports';
import { replayLetters, type Replaying } from './replay-letters.ts';

/** What is counted of what administrators do to dead letters. */
export interface LetterMetrics {
  replayed(letters: number): void;
  dropped(letters: number): void;
}

/** What administrators' calls about dead letters take. */
export interface DeadLetterNeeds extends Replaying {
  readonly appendAudit: AppendAudit;
  readonly configuration: Live<Pick<ResolutionConfiguration, 'accounts'>>;
  readonly metrics?: LetterMetrics;
}

/** What an administrator can ask about dead letters; what changes something stands in the audit trail before it is done. */
export const createDeadLetterAdministration = (needs: DeadLetterNeeds): DeadLetterAdministration => {
  const { letters, metrics } = needs;
  const found = async (
    act: AuditFact['act'],
    deadline: Deadline,
    ids: readonly LetterId[],
    caller: Caller,
  ): Promise<readonly WaitingLetter[]> => {
    const waiting = await letters.readLetters(deadline, [...new Set(ids)]);
    await audit(needs, act, deadline, waiting, caller);
    return waiting;
  };
  return {
    list: letters.letters,
    show: async (deadline, { id }) => ({ letter: (await letters.readLetters(deadline, [id]))[0] ?? null }),
    replay: async (deadline, { ids, caller }) => {
      const waiting = await found('replayDeadLetters', deadline, ids, caller);
      const outcomes = await replayLetters(needs, deadline, ids, waiting);
      metrics?.replayed(countOf(outcomes, 'replayed'));
      return outcomes;
    },
    drop: async (deadline, { ids, caller }) => {
      const waiting = new Set((await found('dropDeadLetters', deadline, ids, caller)).map(({ id }) => id));
      metrics?.dropped(await letters.removeLetters(deadline, [...waiting]));
      return ids.map((id) => ({ id, kind: waiting.has(id) ? 'dropped' : 'unknown' }));
    },
  };
};

const countOf = (outcomes: readonly LetterOutcome[], kind: LetterOutcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

/** One entry in the trail of each account; what no configured account owns stands in the trail of none. */
const audit = async (
  needs: DeadLetterNeeds,
  act: AuditFact['act'],
  deadline: Deadline,
  letters: readonly WaitingLetter[],
  { by, reason }: Caller,
): Promise<void> => {
  const { accounts } = needs.configuration.current();
  const trailOf = ({ account }: WaitingLetter): AccountName =>
    account !== null && accounts.has(account) ? account : NO_ACCOUNT;
  for (const account of new Set(letters.map(trailOf))) {
    const own = letters.filter((letter) => trailOf(letter) === account).map(({ id }) => id);
    const fact = { act, at: needs.clock(), by, reason, detail: { letters: own } };
    await needs.appendAudit({ account, deadline }, fact);
  }
};
