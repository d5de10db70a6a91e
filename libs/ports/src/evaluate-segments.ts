import {
  holds,
  segmentExpression,
  segmentInput,
  type SegmentAnswers,
  type SegmentMaterial,
} from '@kith/domain/answer';
import type { ExpressionOutcome, ExpressionQuestion, Expressions } from './expressions.ts';
import type { Deadline } from './scope.ts';

/** So many conditions are asked about at once; of more, a person in a hurry would wait for a list behind it. */
const QUESTIONS_AT_ONCE = 256;

/**
 * Which segments each person is in, in the order of the materials: of all segments of its account, or of those named.
 * One round trip for one person. Never throws, and answers well before the deadline.
 */
export const evaluateSegments = async (
  expressions: Expressions,
  deadline: Deadline,
  materials: readonly SegmentMaterial[],
  names?: readonly string[],
): Promise<readonly SegmentAnswers[]> => {
  const asked = materials.map((material) => questionsOf(material, names));
  const answers = (
    await evaluateAll(
      expressions,
      deadline,
      asked.flatMap((map) => [...map.values()]),
    )
  ).values();
  return asked.map((map) => new Map(Array.from(map.keys(), (name) => [name, answers.next().value ?? null])));
};

/** The question whether a segment of its account holds for a person. */
export const segmentQuestion = (
  material: SegmentMaterial,
  name: string,
  input: unknown = segmentInput(material),
): ExpressionQuestion => {
  const { name: account, segments } = material.account;
  const expression = segmentExpression(segments.get(name) ?? '');
  return { owner: `segment ${account}.${name}`, expression, input };
};

/** The questions about one person by the name of the segment; they share one input. */
const questionsOf = (
  material: SegmentMaterial,
  names: readonly string[] = [...material.account.segments.keys()],
): ReadonlyMap<string, ExpressionQuestion> => {
  const wanted = names.filter((name) => material.account.segments.has(name));
  const input = wanted.length === 0 ? null : segmentInput(material);
  return new Map(wanted.map((name) => [name, segmentQuestion(material, name, input)]));
};

const evaluateAll = async (
  expressions: Expressions,
  deadline: Deadline,
  questions: readonly ExpressionQuestion[],
): Promise<readonly (boolean | null)[]> => {
  const answers: (boolean | null)[] = [];
  for (let at = 0; at < questions.length; at += QUESTIONS_AT_ONCE) {
    const slice = questions.slice(at, at + QUESTIONS_AT_ONCE);
    answers.push(...(await expressions.evaluate(deadline, slice)).map(answerOf));
  }
  return answers;
};

const answerOf = (outcome: ExpressionOutcome): boolean | null =>
  outcome.kind === 'made' ? holds(outcome.output) : null;
