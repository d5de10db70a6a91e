import type { CounterLine, Metrics } from '@kith/platform';

/**
 * What came of a step for a request: its source knew something or nothing, or had told before; it failed, was late, or
 * was not asked, because it rests after failures or has too many questions open.
 */
export const STEP_OUTCOMES = ['found', 'nothing', 'cached', 'failed', 'late', 'resting', 'busy'] as const;

export type StepOutcome = (typeof STEP_OUTCOMES)[number];

/** Counts what came of a step. */
export type StepCounter = (outcome: StepOutcome) => void;

/** Counts of the steps of pipelines. */
export type EnrichmentMetrics = (pipeline: string, step: string) => StepCounter;

/** Registers the metrics of enrichment. */
export const createEnrichmentMetrics = (metrics: Metrics): EnrichmentMetrics => {
  const steps = metrics.counter(
    'kith_enrichment_steps_total',
    'steps of enrichment by what came of them for a request',
    ['pipeline', 'step', 'outcome'],
  );
  return (pipeline, step) => {
    const lines = new Map<StepOutcome, CounterLine>(
      STEP_OUTCOMES.map((outcome) => [outcome, steps.line({ pipeline, step, outcome })]),
    );
    return (outcome) => lines.get(outcome)?.inc();
  };
};
