import type { EnrichmentCacheRules, EnrichmentFeed, EnrichmentStepCommon } from '@kith/domain/pipeline';
import { z } from 'zod';
import { compileDuration, durationSchema } from '../members/duration.ts';
import { memberName } from '../members/names.ts';
import { uniqueList } from '../members/unique-list.ts';

/** In milliseconds, where a step says nothing: nobody notices it, and a service nearby answers in it. */
const DEFAULT_BUDGET_MS = 150;
/** The longest value, in characters; an attribute has no more. */
const MAX_VALUE = 512;

const FEEDS = ['response', 'profile', 'events'] as const satisfies readonly EnrichmentFeed[];

const value = z.union(
  [z.string().max(MAX_VALUE), z.number(), z.boolean()],
  'must be a text, a number, true or false',
);

const cacheSchema = z.strictObject({
  ttl: durationSchema.default('5min').describe('For how long an answer is remembered: 5min.'),
  entries: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(10_000)
    .describe('How many answers are remembered; the oldest give way.'),
});

/** The members that every step has beside those of its type. */
export const commonMembers = {
  name: memberName
    .optional()
    .describe(
      'What metrics and logs call the step; its type where it is left out. Steps of one type need it.',
    ),
  to: uniqueList(z.enum(FEEDS))
    .min(1)
    .default([...FEEDS])
    .describe(
      'Where its values go: into the attributes of the answer, of the profile, and into each event. All of them where it is left out.',
    ),
  budgetMs: z
    .int()
    .min(1)
    .max(10_000)
    .default(DEFAULT_BUDGET_MS)
    .describe('For how many milliseconds at most an answer waits for the step.'),
  prefix: z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9_.-]{0,31}$/,
      'begins with a letter and has up to 32 letters, digits and the signs _ . -',
    )
    .optional()
    .describe('Stands before the name of each value: crm. makes crm.score of score.'),
  cache: z
    .union([z.literal(false), cacheSchema], 'must be false, or an object with ttl and entries')
    .optional()
    .describe('How answers are remembered; false: not at all.'),
  fallback: z
    .record(memberName, value)
    .default({})
    .describe(
      'What answers and events have of a value that was not found in time, by its name without the prefix.',
    ),
};

/** A step's common members, read. */
export interface CommonDocument {
  readonly type: string;
  readonly name?: string | undefined;
  readonly to: readonly EnrichmentFeed[];
  readonly budgetMs: number;
  readonly prefix?: string | undefined;
  readonly cache?: z.output<typeof cacheSchema> | false | undefined;
  readonly fallback: Readonly<Record<string, string | number | boolean>>;
}

/** The name under which a step shows a value of its source. */
export const shownName = (prefix: unknown, name: string): string =>
  typeof prefix === 'string' ? prefix + name : name;

/** What all steps have in common, ready for use; `names` are those of the source's values. */
export const compileCommon = (
  document: CommonDocument,
  names: readonly string[],
  cache: EnrichmentCacheRules | null,
): EnrichmentStepCommon => ({
  name: document.name ?? document.type,
  feeds: new Set(document.to),
  budgetMs: document.budgetMs,
  cache: compileCache(document.cache, cache),
  names: new Map(names.map((name) => [name, shownName(document.prefix, name)])),
  fallback: Object.fromEntries(
    Object.entries(document.fallback).map(([name, given]) => [shownName(document.prefix, name), given]),
  ),
});

const compileCache = (
  document: CommonDocument['cache'],
  byDefault: EnrichmentCacheRules | null,
): EnrichmentCacheRules | null => {
  if (document === undefined) return byDefault;
  return document === false ? null : { ttlMs: compileDuration(document.ttl), entries: document.entries };
};
