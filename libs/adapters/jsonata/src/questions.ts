import type {
  DataLayerMapping,
  ExpressionOutcome,
  ExpressionQuestion,
  Expressions,
  MappingOutcome,
} from '@kith/ports';
import type { Job } from './batch.ts';
import type { EvaluationPool } from './evaluation-pool.ts';

type Asked = Pick<EvaluationPool, 'ask'>;

const NOBODY_SAYS: MappingOutcome = { kind: 'failed', why: 'busy' };

/** Own mappings rest by their pipeline. */
export const mapWith =
  ({ ask }: Asked): DataLayerMapping['map'] =>
  async (deadline, question) => {
    const job: Job = { owner: `mapping ${question.pipeline}`, item: { kind: 'mapping', ...question } };
    const [outcome = NOBODY_SAYS] = await ask(deadline, [], [job]);
    return outcome;
  };

/** An input that several questions share goes over once. */
export const evaluateWith =
  ({ ask }: Asked): Expressions['evaluate'] =>
  async (deadline, questions) => {
    const inputs = [...new Set(questions.map(({ input }) => input))];
    const places = new Map(inputs.map((input, place) => [input, place]));
    const outcomes = await ask(
      deadline,
      inputs,
      questions.map((question) => jobOf(question, places)),
    );
    return outcomes.map(expressionOutcome);
  };

const jobOf = (
  { owner, expression, input }: ExpressionQuestion,
  places: ReadonlyMap<unknown, number>,
): Job => ({
  owner,
  item: { kind: 'expression', expression, input: places.get(input) ?? 0 },
});

const expressionOutcome = (outcome: MappingOutcome): ExpressionOutcome => {
  switch (outcome.kind) {
    case 'made':
      return { kind: 'made', output: outcome.output };
    case 'nothing':
      return { kind: 'made', output: undefined };
    case 'failed':
      return outcome;
  }
};
