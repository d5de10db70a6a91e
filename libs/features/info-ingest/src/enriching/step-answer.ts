import type { EnrichmentStep, EnrichmentValues } from '@kith/domain/pipeline';
import type { EnrichmentOutcome } from '@kith/ports';

/** What the source of a step has answered: its values by the names that are shown, none where it knows nothing. */
export interface Answered {
  readonly kind: 'answered';
  readonly values: EnrichmentValues;
}

/** What a step brings to a request; `unknown`: nobody could say, or not in time. */
export type StepAnswer = Answered | { readonly kind: 'unknown' };

export const UNKNOWN: StepAnswer = { kind: 'unknown' };
export const NOTHING: Answered = { kind: 'answered', values: {} };

/** The longest value, in characters. */
const LONGEST = 512;

/** What of an outcome counts: the values that the step may add, none of them long or no value of JSON. */
export const answerOf = (
  { names }: Pick<EnrichmentStep, 'names'>,
  outcome: EnrichmentOutcome,
): StepAnswer => {
  switch (outcome.kind) {
    case 'nothing':
      return NOTHING;
    case 'failed':
      return UNKNOWN;
    case 'found': {
      const given = Array.from(names, ([name, shown]) => [shown, fitting(outcome.values[name])] as const);
      return { kind: 'answered', values: Object.fromEntries(given.filter(isGiven)) };
    }
  }
};

type Value = string | number | boolean;

const isGiven = (entry: readonly [string, Value | null]): entry is readonly [string, Value] =>
  entry[1] !== null;

/** A source may hand on what somebody outside has written. */
const fitting = (value: unknown): Value | null => {
  if (typeof value === 'string') return value.slice(0, LONGEST);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
};
