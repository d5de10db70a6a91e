import { setTimeout } from 'node:timers/promises';
import { holds } from '@kith/domain/answer';
import type { SegmentMaterial } from '@kith/domain/answer';
import { segmentQuestion, Unavailable } from '@kith/ports';
import type { Deadline, ExpressionOutcome, Expressions } from '@kith/ports';

/** How long it waits before it asks again where no process was free, in milliseconds. */
const PAUSE_MS = 100;

/** With less time than this nobody is asked again, in milliseconds. */
const LEAST_MS = 500;

/**
 * Whether a segment holds for each person; null where its condition fails for the person. Nobody waits for the answer
 * as for that of a request, so who found no free process is asked about again. Throws `Unavailable` where that does not
 * help in time.
 */
export const holdsForEach = async (
  expressions: Expressions,
  deadline: Deadline,
  materials: readonly SegmentMaterial[],
  segment: string,
): Promise<readonly (boolean | null)[]> => {
  const questions = materials.map((material) => segmentQuestion(material, segment));
  const outcomes: (ExpressionOutcome | undefined)[] = questions.map(() => undefined);
  for (;;) {
    const open = questions.flatMap((question, at) => (isOpen(outcomes[at]) ? [{ at, question }] : []));
    if (open.length === 0) return outcomes.map(answerOf);
    if (outcomes.some((one) => one !== undefined)) await pauseWhile(deadline);
    const answers = await expressions.evaluate(
      deadline,
      open.map(({ question }) => question),
    );
    for (const [index, { at }] of open.entries()) outcomes[at] = answers[index];
  }
};

const isOpen = (outcome: ExpressionOutcome | undefined): boolean =>
  outcome === undefined || (outcome.kind === 'failed' && outcome.why === 'busy');

const answerOf = (outcome: ExpressionOutcome | undefined): boolean | null =>
  outcome?.kind === 'made' ? holds(outcome.output) : null;

const pauseWhile = async (deadline: Deadline): Promise<void> => {
  if (deadline.remainingMs() < LEAST_MS) throw new Unavailable('expressions', 'no process was free in time');
  await setTimeout(PAUSE_MS);
};
