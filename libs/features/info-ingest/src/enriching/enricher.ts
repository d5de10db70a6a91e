import type { EnrichmentStep, PipelineRules } from '@kith/domain/pipeline';
import type { Logger } from '@kith/platform';
import type { Deadline, EnrichmentQuestion, EnrichmentSources } from '@kith/ports';
import type { EnrichmentMetrics } from './step-answer.ts';
import { feedsOf, type Fed, type StepTold } from './feeds.ts';
import { createStepRunner } from './step-runner.ts';
import type { Timer } from './open-lookups.ts';

/** What the steps of a pipeline bring to a request; each within its budget, and all within half of the time that is left. */
export type Enricher = (deadline: Deadline, question: EnrichmentQuestion) => Promise<Fed>;

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
  return async (deadline, question) => {
    const left = deadline.remainingMs() / 2;
    const told = await Promise.all(
      runners.map(async ({ step, run }): Promise<StepTold> => {
        const answer = await run(question, Math.min(step.budgetMs, left));
        return { step, answer };
      }),
    );
    return feedsOf(told);
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
