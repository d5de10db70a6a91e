import type { EnrichmentOutcome } from '@kith/ports';
import type { StepAnswer } from './step-answer.ts';

/** Calls back after so many milliseconds, unless what it answers with is called before. */
export type Timer = (ms: number, then: () => void) => () => void;

/** The timers of the process, which keep nothing alive. */
export const processTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms).unref();
  return () => clearTimeout(timer);
};

/** What a source said, and what of it counts. */
export interface Settled {
  readonly outcome: EnrichmentOutcome['kind'];
  readonly answer: StepAnswer;
}

/** A question that a source has not answered yet; whoever asks the same waits for it too. */
export interface Lookup {
  /** Never rejects; it may never come. */
  readonly settled: Promise<Settled>;
  /** Somebody has given up waiting for it. */
  isLate: boolean;
}

/** The lookups of a step that are under way: a bounded number. */
export interface OpenLookups {
  get(key: string): Lookup | undefined;
  isFull(): boolean;
  /** `settle` says what of the outcome counts, whenever that comes. */
  open(
    key: string,
    asked: Promise<EnrichmentOutcome>,
    settle: (outcome: EnrichmentOutcome, lookup: Lookup) => StepAnswer,
  ): Lookup;
}

/** A service that answers in 100 ms takes some 2,500 questions a second in so many. */
export const MAX_OPEN = 256;

/** Lookups are given up after `lookMs` milliseconds: one that never ends must not keep its place for ever. */
export const createOpenLookups = (timer: Timer, lookMs: number): OpenLookups => {
  const lookups = new Map<string, Lookup>();
  return {
    get: (key) => lookups.get(key),
    isFull: () => lookups.size >= MAX_OPEN,
    open: (key, asked, settle) => {
      const lookup: Lookup = {
        isLate: false,
        settled: asked
          .catch((): EnrichmentOutcome => ({ kind: 'failed', why: 'error' }))
          .then((outcome) => ({ outcome: outcome.kind, answer: settle(outcome, lookup) })),
      };
      lookups.set(key, lookup);
      const release = (): void => {
        if (lookups.get(key) === lookup) lookups.delete(key);
      };
      const cancel = timer(lookMs, release);
      void lookup.settled.then(() => {
        cancel();
        release();
      });
      return lookup;
    },
  };
};
