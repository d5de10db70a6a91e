import type { BotStep, EnrichmentStep, PipelineRules } from '@kith/domain/pipeline';
import type { Logger } from '@kith/platform';
import type {
  BotDetection,
  Deadline,
  EnrichmentQuestion,
  EnrichmentSource,
  EnrichmentSources,
} from '@kith/ports';
import { type Fed, feedsOf, type StepTold } from './feeds.ts';
import type { Timer } from './open-lookups.ts';
import { type EnrichmentMetrics, type StepAnswer, UNKNOWN } from './step-answer.ts';
import { createStepRunner } from './step-runner.ts';

/** What the steps of a pipeline bring to a request; each within its budget, and all within half of the time that is left. */
export type Enricher = (deadline: Deadline, question: EnrichmentQuestion) => Fed | Promise<Fed>;

export interface EnricherDeps {
  readonly sources: EnrichmentSources;
  readonly metrics: EnrichmentMetrics;
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly timer: Timer;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The enricher of a pipeline, with an empty memory; null where it has no steps. */
export const createEnricher = (
  deps: EnricherDeps,
  { name, enrich }: Pick<PipelineRules, 'name' | 'enrich'>,
): Enricher | null => {
  if (enrich.length === 0) return null;
  const runners = enrich.map((step) => ({
    step,
    run: createStepRunner({ ...deps, ...ofStep(deps, name, step) }),
  }));
  const fedBy = rememberedFeeds(runners.map(({ step }) => step));
  return (deadline, question) => {
    const left = deadline.remainingMs() / 2;
    const answers = runners.map(({ step, run }) => run(question, Math.min(step.budgetMs, left)));
    return areAllKnown(answers)
      ? fedBy(answers)
      : Promise.all(answers.map(async (answer) => answer)).then(fedBy);
  };
};

const areAllKnown = (
  answers: readonly (StepAnswer | Promise<StepAnswer>)[],
): answers is readonly StepAnswer[] => answers.every((answer) => !(answer instanceof Promise));

/**
 * What the steps bring by their answers. Answers that are remembered come again as the same objects, and are not sorted
 * again.
 */
const rememberedFeeds = (steps: readonly EnrichmentStep[]): ((answers: readonly StepAnswer[]) => Fed) => {
  const known = new WeakMap<StepAnswer, { readonly answers: readonly StepAnswer[]; readonly fed: Fed }>();
  return (answers) => {
    const [first = UNKNOWN] = answers;
    const before = known.get(first);
    if (before !== undefined && answers.every((answer, index) => answer === before.answers[index])) {
      return before.fed;
    }
    const fed = feedsOf(steps.map((step, index): StepTold => ({ step, answer: answers[index] ?? UNKNOWN })));
    known.set(first, { answers, fed });
    return fed;
  };
};

const ofStep = ({ sources, metrics, logger }: EnricherDeps, pipeline: string, step: EnrichmentStep) => ({
  step,
  source: sources[step.type],
  count: metrics(pipeline, step.name),
  onRest: () =>
    logger.warn(
      { pipeline, step: step.name },
      'a step of enrichment fails or is late again and again: it rests',
    ),
});

/** Whether a request is a bot's, as its pipeline understands that (docs/behaviour.md#bots). */
export const isBot = ({ kindOf }: BotDetection, { bots }: PipelineRules, userAgent: string): boolean => {
  const kind = kindOf(userAgent);
  return kind !== null && bots.kinds.has(kind);
};

/** Says whether a request is a bot's, as the step understands that. */
export const createBotSource = ({ kindOf }: BotDetection): EnrichmentSource<BotStep> => ({
  keyOf: (_step, { userAgent }) => userAgent,
  look: (_deadline, { also }, { userAgent }) => {
    const kind = kindOf(userAgent);
    return { kind: 'found', values: { isbot: kind === 'crawler' || (kind !== null && also.has(kind)) } };
  },
});
