import { performance } from 'node:perf_hooks';
import { createThrottle, type Live, type Logger } from '@kith/platform';
import type {
  DataLayerMapping,
  ExpressionOutcome,
  ExpressionQuestion,
  Expressions,
  MappingOutcome,
} from '@kith/ports';
import type { Job } from './batch.ts';
import { processStarter } from './evaluating-process.ts';
import { createEvaluationPool, type EvaluationPool } from './evaluation-pool.ts';
import { ANSWER_MS, EVALUATION_MS, MAX_WAITING, PROCESSES } from './limits.ts';
import { createOwnerBreakers } from './owner-breakers.ts';
import type { Answer } from './worker-slot.ts';

type Asked = Pick<EvaluationPool, 'ask'>;

export interface ExpressionsOptions {
  /**
   * Whether the configuration has an expression that this process evaluates: the processes are started when it has,
   * at start or later. Where it says no and one is asked all the same, they are started then.
   */
  readonly isNeeded: Live<boolean>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The program of a process; its own where it is left out. */
  readonly program?: URL;
  /** Milliseconds of a clock that only goes forward; the machine's where it is left out. */
  readonly clock?: () => number;
}

/** The JSONata of the configuration, evaluated in processes of their own, which all who ask share. */
export interface OpenedExpressions {
  readonly mapping: DataLayerMapping;
  readonly expressions: Expressions;
  /** The ids of the processes. */
  readonly pids: () => readonly number[];
  readonly close: () => void;
}

const PROGRAM = new URL('./evaluating-program.js', import.meta.url);

const PAUSE_MS = 1_000;

/** Opens expressions; what goes wrong with them is told now and then, without anything that they were asked about. */
export const openExpressions = (options: ExpressionsOptions): OpenedExpressions => {
  const { isNeeded, logger, program = PROGRAM, clock = () => performance.now() } = options;
  const pool = createEvaluationPool({
    start: processStarter(program),
    breakerOf: createOwnerBreakers(clock),
    processes: PROCESSES,
    maxWaiting: MAX_WAITING,
    evaluationMs: EVALUATION_MS,
    answerMs: ANSWER_MS,
    pauseMs: PAUSE_MS,
    onFailure: tellNowAndThen(clock, logger),
  });
  isNeeded.map((needed) => {
    if (needed) pool.begin();
  });
  return {
    mapping: { map: mapWith(pool) },
    expressions: { evaluate: evaluateWith(pool) },
    pids: pool.pids,
    close: pool.close,
  };
};

const SENTENCES = {
  mapping: 'an own mapping fails: the data layer is kept as it came',
  expression: 'an expression of the configuration fails: nobody can say what it would make',
};

/** How often each kind is told, in milliseconds. */
const EVERY_MS = 10_000;

/** Tells the log of what fails; who sends what it fails at may send it a thousand times a second. */
const tellNowAndThen = (clock: () => number, logger: Pick<Logger, 'warn'>) => {
  const maySay = createThrottle(clock, EVERY_MS);
  return (job: Job, answer: Answer): void => {
    const { kind } = job.item;
    if (!maySay(kind)) return;
    logger.warn({ ...aboutOf(job), ...failureOf(answer) }, SENTENCES[kind]);
  };
};

const aboutOf = ({ owner, item }: Job): object =>
  item.kind === 'expression'
    ? { owner }
    : { pipeline: item.pipeline, mapping: item.mappings.map(({ name }) => name).join(', ') };

const failureOf = (answer: Answer): object => {
  if (answer.kind !== 'failed') return { why: answer.kind, code: '' };
  const { why, code, mapping } = answer;
  return { why, code, ...(mapping === '' ? {} : { mapping }) };
};

const NOBODY_SAYS: MappingOutcome = { kind: 'failed', why: 'busy' };

/** Own mappings rest by their pipeline. */
const mapWith =
  ({ ask }: Asked): DataLayerMapping['map'] =>
  async (deadline, question) => {
    const job: Job = { owner: `mapping ${question.pipeline}`, item: { kind: 'mapping', ...question } };
    const [outcome = NOBODY_SAYS] = await ask(deadline, [], [job]);
    return outcome;
  };

/** An input that several questions share goes over once. */
const evaluateWith =
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
