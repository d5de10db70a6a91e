import type { EnrichmentStep, EnrichmentValues } from '@kith/domain/pipeline';
import { beginningOf, wellFormed } from '@kith/domain/tracking';
import type { EnrichmentOutcome } from '@kith/ports';
import type { CounterLine, Metrics } from '@kith/platform';

/**
 * What the source of a step has answered: all values that the step can add, by the names that are shown. They are of one
 * look-up and belong together, so that what it did not find is among them as `NOT_FOUND`. None where it was not asked.
 */
export interface Answered {
  readonly kind: 'answered';
  readonly values: EnrichmentValues;
}

/** Stands where a source that was asked knows no such value: what was known before is true no longer. */
export const NOT_FOUND = '';

/** What a step brings to a request; `unknown`: nobody could say, or not in time. */
export type StepAnswer = Answered | { readonly kind: 'unknown' };

export const UNKNOWN: StepAnswer = { kind: 'unknown' };

/** Of a source that the request gave nothing to ask about. */
export const NOT_ASKED: Answered = { kind: 'answered', values: {} };

/**
 * What of an outcome counts: the values that the step may add, none of them long, no value of JSON, or with half a character. That nothing is
 * known is an answer as well: an address without a record is not where the one before was.
 */
export const answerOf = (step: Pick<EnrichmentStep, 'names'>, outcome: EnrichmentOutcome): StepAnswer => {
  switch (outcome.kind) {
    case 'nothing':
      return answered(step, {});
    case 'failed':
      return UNKNOWN;
    case 'found':
      return answered(step, outcome.values);
  }
};

const answered = ({ names }: Pick<EnrichmentStep, 'names'>, values: EnrichmentValues): Answered => ({
  kind: 'answered',
  values: Object.fromEntries(Array.from(names, ([name, shown]) => [shown, fitting(values[name])])),
});

/** The longest value, in characters. */
const MAX_LENGTH = 512;

/** A source may hand on what somebody outside has written. */
const fitting = (value: unknown): string | number | boolean => {
  if (typeof value === 'string') return wellFormed(beginningOf(value, MAX_LENGTH));
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
    ? value
    : NOT_FOUND;
};

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
