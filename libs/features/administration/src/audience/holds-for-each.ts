import { holds, type SegmentMaterial } from '@kith/domain/answer';
import { pause } from '@kith/platform';
import {
  segmentQuestion,
  Unavailable,
  type Deadline,
  type ExpressionOutcome,
  type ExpressionQuestion,
  type Expressions,
} from '@kith/ports';

/** How long it waits before it asks again where no process was free, in milliseconds. */
const PAUSE_MS = 100;

/** With less time than this nobody is asked again, in milliseconds. */
const MIN_MS = 500;

/**
 * Whether a segment holds for each person; null where its condition fails for the person. Nobody waits for the answer
 * as for that of a request, so who found no free process is asked about again, and once more who took too long where
 * others did not: a busy machine is no reason to leave somebody out. Throws `Unavailable` where that does not help in
 * time.
 */
export const holdsForEach = async (
  expressions: Expressions,
  deadline: Deadline,
  materials: readonly SegmentMaterial[],
  segment: string,
): Promise<readonly (boolean | null)[]> => {
  const questions = materials.map((material) => segmentQuestion(material, segment));
  const asking = { expressions, deadline, questions };
  const first = await untilAnswered(
    asking,
    questions.map(() => undefined),
  );
  const second = await untilAnswered(asking, withSecondTry(first));
  return second.map(answerOf);
};

type Outcomes = readonly (ExpressionOutcome | undefined)[];

interface PendingQuestions {
  readonly expressions: Expressions;
  readonly deadline: Deadline;
  readonly questions: readonly ExpressionQuestion[];
}

const untilAnswered = async (
  { expressions, deadline, questions }: PendingQuestions,
  known: Outcomes,
): Promise<Outcomes> => {
  const outcomes = [...known];
  for (;;) {
    const open = questions.flatMap((question, at) => (isOpen(outcomes[at]) ? [{ at, question }] : []));
    if (open.length === 0) return outcomes;
    if (outcomes.some((one) => one !== undefined)) await pauseWhile(deadline);
    const answers = await expressions.evaluate(
      deadline,
      open.map(({ question }) => question),
    );
    for (const [index, { at }] of open.entries()) outcomes[at] = answers[index];
  }
};

const withSecondTry = (outcomes: Outcomes): Outcomes =>
  outcomes.some((outcome) => outcome?.kind === 'made')
    ? outcomes.map((outcome) => (isTooLong(outcome) ? undefined : outcome))
    : outcomes;

const isTooLong = (outcome: ExpressionOutcome | undefined): boolean =>
  outcome?.kind === 'failed' && outcome.why === 'tooLong';

const isOpen = (outcome: ExpressionOutcome | undefined): boolean =>
  outcome === undefined || (outcome.kind === 'failed' && outcome.why === 'busy');

const answerOf = (outcome: ExpressionOutcome | undefined): boolean | null =>
  outcome?.kind === 'made' ? holds(outcome.output) : null;

const pauseWhile = async (deadline: Deadline): Promise<void> => {
  if (deadline.remainingMs() < MIN_MS) throw new Unavailable('expressions', 'no process was free in time');
  await pause(PAUSE_MS);
};
