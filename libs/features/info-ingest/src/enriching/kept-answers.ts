import type { EnrichmentCacheRules } from '@kith/domain/pipeline';
import { createBoundedMap } from '@kith/platform';
import type { Answered } from './step-answer.ts';

/** The answers of a step's source that are remembered: a bounded number, for a bounded time. */
export interface KeptAnswers {
  get(key: string): Answered | undefined;
  keep(key: string, answer: Answered): void;
}

/** Callers can make up keys: long ones are not worth their place. */
const MAX_KEY = 1_024;

interface Kept {
  readonly answer: Answered;
  readonly until: number;
}

const NOTHING_KEPT: KeptAnswers = { get: () => undefined, keep: () => undefined };

/** Remembers as the step says; null: nothing. `clock` gives milliseconds and only goes forward. */
export const createKeptAnswers = (rules: EnrichmentCacheRules | null, clock: () => number): KeptAnswers => {
  if (rules === null) return NOTHING_KEPT;
  // What was kept longest ago ends first, and makes room.
  const kept = createBoundedMap<string, Kept>(rules.entries);
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found === undefined || clock() < found.until) return found?.answer;
      kept.delete(key);
      return undefined;
    },
    keep: (key, answer) => {
      if (key.length <= MAX_KEY) kept.set(key, { answer, until: clock() + rules.ttlMs });
    },
  };
};
