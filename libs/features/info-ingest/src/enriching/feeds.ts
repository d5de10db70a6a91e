import type { EnrichmentFeed, EnrichmentStep, EnrichmentValues } from '@kith/domain/pipeline';
import { enrichedText } from '@kith/domain/tracking';
import { NOT_FOUND, type StepAnswer } from './step-answer.ts';
import type { InfoSections } from '@kith/domain/answer';

/** A step, and what it brings to a request. */
export interface StepTold {
  readonly step: Pick<EnrichmentStep, 'feeds' | 'names' | 'fallback'>;
  readonly answer: StepAnswer;
}

/** What the steps of a pipeline bring to a request, by what it goes into; all names are those that are shown. */
export interface Fed {
  /** What steps that answered say, whatever the profile holds: what was found, and what stands in for all else of them. */
  readonly response: Readonly<Record<string, string>>;
  /** What stands in the answer where no step answered and the profile knows nothing; '' where nothing is configured. */
  readonly instead: Readonly<Record<string, string>>;
  /** What was found, and '' for what was not: what stands in for it is nothing to remember of a person. */
  readonly profile: EnrichmentValues;
  readonly events: EnrichmentValues;
}

export const NOTHING_FED: Fed = { response: {}, instead: {}, profile: {}, events: {} };

/** Sorts what the steps bring by what they feed. */
export const feedsOf = (told: readonly StepTold[]): Fed => ({
  response: texts(together(of('response', told).map(saidTo))),
  instead: texts(together(of('response', told).map(({ step }) => insteadOf(step)))),
  profile: together(of('profile', told).map(valuesOf)),
  events: together([
    ...of('events', told).map(({ step }) => step.fallback),
    ...of('events', told).map((one) => picked(valuesOf(one), isFound)),
  ]),
});

const of = (feed: EnrichmentFeed, told: readonly StepTold[]): readonly StepTold[] =>
  told.filter(({ step }) => step.feeds.has(feed));

const valuesOf = ({ answer }: StepTold): EnrichmentValues =>
  answer.kind === 'answered' ? answer.values : {};

const saidTo = (one: StepTold): EnrichmentValues => {
  const values = valuesOf(one);
  return { ...values, ...picked(one.step.fallback, (_, name) => values[name] === NOT_FOUND) };
};

type Value = EnrichmentValues[string];

const isFound = (value: Value): boolean => value !== NOT_FOUND;

const picked = (
  values: EnrichmentValues,
  isWanted: (value: Value, name: string) => boolean,
): EnrichmentValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => isWanted(value, name)));

const together = (all: readonly EnrichmentValues[]): EnrichmentValues =>
  Object.fromEntries(all.flatMap((values) => Object.entries(values)));

const insteadOf = ({ names, fallback }: StepTold['step']): EnrichmentValues => ({
  ...Object.fromEntries(Array.from(names.values(), (name) => [name, ''])),
  ...fallback,
});

const texts = (values: EnrichmentValues): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, enrichedText(value)]));

/**
 * The sections with what enrichment brings, where attributes were asked for and may be shown: what a step has
 * answered now comes before what the profile holds of the name, and that before what stands in for both.
 */
export const withEnrichedAttributes = (sections: InfoSections, { response, instead }: Fed): InfoSections => {
  const { attributes: held } = sections;
  if (held === undefined) return sections;
  const known = Object.entries(held).filter(([, value]) => value !== '');
  const attributes = { ...held, ...instead, ...Object.fromEntries(known), ...response };
  return { ...sections, attributes };
};
