import { type CircuitBreaker, createCircuitBreaker, deadlineIn } from '@kith/platform';
import type { EnrichmentOutcome, EnrichmentQuestion } from '@kith/ports';
import type { StepOutcome } from './enrichment-metrics.ts';
import { createKeptAnswers } from './kept-answers.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { createOpenLookups } from './open-lookups.ts';
import type { Lookup, OpenLookups } from './open-lookups.ts';
import { answerOf, NOT_ASKED, UNKNOWN } from './step-answer.ts';
import type { StepAnswer } from './step-answer.ts';
import type { StepParts } from './step-parts.ts';

/**
 * What a step brings to a request, at once where that is known, and never later than after `patienceMs` milliseconds.
 * Never throws, whatever its source does.
 */
export type StepRunner = (
  question: EnrichmentQuestion,
  patienceMs: number,
) => StepAnswer | Promise<StepAnswer>;

/** A source may go on for so long at least: what comes too late for one request is remembered for the next. */
export const LOOKUP_MS = 2_000;

/** So many failures lead to a rest where they fall into so many milliseconds, whatever was answered meanwhile. */
export const FAILURES_TO_REST = 5;
const WITHIN_MS = 10_000;
export const REST_MS = 10_000;

/** What a step is at work with. */
interface Working extends StepParts {
  readonly kept: KeptAnswers;
  readonly breaker: CircuitBreaker;
  readonly lookups: OpenLookups;
  readonly lookMs: number;
}

/** Runs a step with its memory, its rest after failures and its bounds. */
export const createStepRunner = (parts: StepParts): StepRunner => {
  const { step, clock, timer } = parts;
  const lookMs = Math.max(LOOKUP_MS, step.budgetMs);
  const working: Working = {
    ...parts,
    kept: createKeptAnswers(step.cache, clock),
    breaker: createCircuitBreaker({
      clock,
      failuresToOpen: FAILURES_TO_REST,
      withinMs: WITHIN_MS,
      probePauseMs: () => REST_MS,
      onOpen: parts.onRest,
    }),
    lookups: createOpenLookups(timer, lookMs),
    lookMs,
  };
  return (question, patienceMs) => run(working, question, patienceMs);
};

const run = (
  working: Working,
  question: EnrichmentQuestion,
  patienceMs: number,
): StepAnswer | Promise<StepAnswer> => {
  const { kept, lookups, breaker } = working;
  const key = keyOf(working, question);
  if (key === null) return told(working, 'nothing', NOT_ASKED);
  const known = kept.get(key);
  if (known !== undefined) return told(working, 'cached', known);
  const open = lookups.get(key);
  // Whoever asks what somebody has given up waiting for does not wait for it either.
  if (open?.isLate === true) return told(working, 'late', UNKNOWN);
  if (open !== undefined) return wait(working, open, patienceMs);
  if (lookups.isFull()) return told(working, 'busy', UNKNOWN);
  if (!breaker.allows()) return told(working, 'resting', UNKNOWN);
  const asked = ask(working, question);
  if (!(asked instanceof Promise)) return told(working, asked.kind, settle(working, key, asked, false));
  const lookup = lookups.open(key, asked, (outcome, { isLate }) => settle(working, key, outcome, isLate));
  return wait(working, lookup, patienceMs);
};

const told = ({ count }: Working, outcome: StepOutcome, answer: StepAnswer): StepAnswer => {
  count(outcome);
  return answer;
};

/** What a source has said, in time or not, is remembered; that it was late has been counted against it by then. */
const settle = (
  { step, kept, breaker }: Working,
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

const wait = ({ timer, breaker, count }: Working, lookup: Lookup, patienceMs: number): Promise<StepAnswer> =>
  new Promise((resolve) => {
    let hasLeft = false;
    const cancel = timer(patienceMs, () => {
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
const keyOf = ({ source, step }: Working, question: EnrichmentQuestion): string | null => {
  try {
    return source.keyOf(step, question);
  } catch {
    return null;
  }
};

const ask = (
  { source, step, lookMs }: Working,
  question: EnrichmentQuestion,
): EnrichmentOutcome | Promise<EnrichmentOutcome> => {
  try {
    return source.look(deadlineIn(lookMs), step, question);
  } catch {
    return { kind: 'failed', why: 'error' };
  }
};
