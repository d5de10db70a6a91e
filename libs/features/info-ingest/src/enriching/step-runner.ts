import type { EnrichmentCacheRules, EnrichmentStep } from '@kith/domain/pipeline';
import { type CircuitBreaker, createBoundedMap, createCircuitBreaker, deadlineIn } from '@kith/platform';
import type { EnrichmentOutcome, EnrichmentQuestion, EnrichmentSource } from '@kith/ports';
import { createOpenLookups, type Lookup, type OpenLookups, type Timer } from './open-lookups.ts';
import {
  type Answered,
  answerOf,
  NOT_ASKED,
  type StepAnswer,
  type StepCounter,
  type StepOutcome,
  UNKNOWN,
} from './step-answer.ts';

/** The answers of a step's source that are remembered: a bounded number, for a bounded time. */
interface KeptAnswers {
  get(key: string): Answered | undefined;
  keep(key: string, answer: Answered): void;
}

interface Kept {
  readonly answer: Answered;
  readonly until: number;
}

export interface StepDeps {
  readonly step: EnrichmentStep;
  readonly source: EnrichmentSource;
  readonly count: StepCounter;
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly timer: Timer;
  /** Told when the step begins to rest. */
  readonly onRest: () => void;
}

/**
 * What a step brings to a request, at once where that is known, and never later than after `waitMs` milliseconds.
 * Never throws, whatever its source does.
 */
export type StepRunner = (question: EnrichmentQuestion, waitMs: number) => StepAnswer | Promise<StepAnswer>;

/** A source may go on for so long at least: what comes too late for one request is remembered for the next. */
export const LOOKUP_MS = 2_000;

/** So many failures lead to a rest where they fall into so many milliseconds, whatever was answered meanwhile. */
export const FAILURES_TO_REST = 5;

const WITHIN_MS = 10_000;

export const REST_MS = 10_000;

interface StepState extends StepDeps {
  readonly kept: KeptAnswers;
  readonly breaker: CircuitBreaker;
  readonly lookups: OpenLookups;
  readonly lookMs: number;
}

/** Runs a step with its memory, its rest after failures and its bounds. */
export const createStepRunner = (deps: StepDeps): StepRunner => {
  const { step, clock, timer } = deps;
  const lookMs = Math.max(LOOKUP_MS, step.budgetMs);
  const state: StepState = {
    ...deps,
    kept: createKeptAnswers(step.cache, clock),
    breaker: createCircuitBreaker({
      clock,
      failuresToOpen: FAILURES_TO_REST,
      withinMs: WITHIN_MS,
      probePauseMs: () => REST_MS,
      onOpen: deps.onRest,
    }),
    lookups: createOpenLookups(timer, lookMs),
    lookMs,
  };
  return (question, waitMs) => run(state, question, waitMs);
};

const run = (
  state: StepState,
  question: EnrichmentQuestion,
  waitMs: number,
): StepAnswer | Promise<StepAnswer> => {
  const { kept, lookups, breaker } = state;
  const key = keyOf(state, question);
  if (key === null) return told(state, 'nothing', NOT_ASKED);
  const known = kept.get(key);
  if (known !== undefined) return told(state, 'cached', known);
  const open = lookups.get(key);
  // Whoever asks what somebody has given up waiting for does not wait for it either.
  if (open?.isLate === true) return told(state, 'late', UNKNOWN);
  if (open !== undefined) return wait(state, open, waitMs);
  if (lookups.isFull()) return told(state, 'busy', UNKNOWN);
  if (!breaker.allows()) return told(state, 'resting', UNKNOWN);
  const asked = ask(state, question);
  if (!(asked instanceof Promise)) return told(state, asked.kind, settle(state, key, asked, false));
  const lookup = lookups.open(key, asked, (outcome, { isLate }) => settle(state, key, outcome, isLate));
  return wait(state, lookup, waitMs);
};

const told = ({ count }: StepState, outcome: StepOutcome, answer: StepAnswer): StepAnswer => {
  count(outcome);
  return answer;
};

/** What a source has said, in time or not, is remembered; that it was late has been counted against it by then. */
const settle = (
  { step, kept, breaker }: StepState,
  key: string,
  outcome: EnrichmentOutcome,
  isLate: boolean,
): StepAnswer => {
  const answer = answerOf(step, outcome);
  if (answer.kind === 'answered') kept.keep(key, answer);
  if (!isLate && answer.kind === 'answered') breaker.succeeded();
  if (!isLate && answer.kind === 'unknown') breaker.failed();
  return answer;
};

const wait = ({ timer, breaker, count }: StepState, lookup: Lookup, waitMs: number): Promise<StepAnswer> =>
  new Promise((resolve) => {
    let hasLeft = false;
    const cancel = timer(waitMs, () => {
      hasLeft = true;
      if (!lookup.isLate) breaker.failed();
      lookup.isLate = true;
      count('late');
      resolve(UNKNOWN);
    });
    void lookup.settled.then(({ outcome, answer }) => {
      if (hasLeft) return;
      cancel();
      count(outcome);
      resolve(answer);
    });
  });

/** A source that throws knows nothing, or has failed: no fault of a source is a fault of the request. */
const keyOf = ({ source, step }: StepState, question: EnrichmentQuestion): string | null => {
  try {
    return source.keyOf(step, question);
  } catch {
    return null;
  }
};

const ask = (
  { source, step, lookMs }: StepState,
  question: EnrichmentQuestion,
): EnrichmentOutcome | Promise<EnrichmentOutcome> => {
  try {
    return source.look(deadlineIn(lookMs), step, question);
  } catch {
    return { kind: 'failed', why: 'error' };
  }
};

const NOTHING_KEPT: KeptAnswers = { get: () => undefined, keep: () => undefined };

/** Callers can make up keys: long ones are not worth their place. */
const MAX_KEY = 1_024;

/** Remembers as the step says; null: nothing. `clock` gives milliseconds and only goes forward. */
const createKeptAnswers = (rules: EnrichmentCacheRules | null, clock: () => number): KeptAnswers => {
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
