import type { EnrichmentFeed, EnrichmentStep, EnrichmentValues } from '@kith/domain/pipeline';
import { enrichedText } from '@kith/domain/tracking';
import type { StepAnswer } from './step-answer.ts';

/** A step, and what it brings to a request. */
export interface StepTold {
  readonly step: Pick<EnrichmentStep, 'feeds' | 'names' | 'fallback'>;
  readonly answer: StepAnswer;
}

/** What the steps of a pipeline bring to a request, by what it goes into; all names are those that are shown. */
export interface Fed {
  /** What was found. */
  readonly response: Readonly<Record<string, string>>;
  /** What stands in the answer where neither a step nor the profile knows better; '' where nothing is configured. */
  readonly instead: Readonly<Record<string, string>>;
  /** What was found alone: what stands in for it is nothing to remember of a person. */
  readonly profile: EnrichmentValues;
  readonly events: EnrichmentValues;
}

export const NOTHING_FED: Fed = { response: {}, instead: {}, profile: {}, events: {} };

/** Sorts what the steps bring by what they feed. */
export const feedsOf = (told: readonly StepTold[]): Fed => ({
  response: texts(foundFor('response', told)),
  instead: texts(together(of('response', told).map(({ step }) => insteadOf(step)))),
  profile: foundFor('profile', told),
  events: together([...of('events', told).map(({ step }) => step.fallback), foundFor('events', told)]),
});

const of = (feed: EnrichmentFeed, told: readonly StepTold[]): readonly StepTold[] =>
  told.filter(({ step }) => step.feeds.has(feed));

const foundFor = (feed: EnrichmentFeed, told: readonly StepTold[]): EnrichmentValues =>
  together(of(feed, told).map(({ answer }) => (answer.kind === 'answered' ? answer.values : {})));

const together = (all: readonly EnrichmentValues[]): EnrichmentValues =>
  Object.fromEntries(all.flatMap((values) => Object.entries(values)));

const insteadOf = ({ names, fallback }: StepTold['step']): EnrichmentValues => ({
  ...Object.fromEntries(Array.from(names.values(), (name) => [name, ''])),
  ...fallback,
});

const texts = (values: EnrichmentValues): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, enrichedText(value)]));
