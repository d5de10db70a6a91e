export interface Outcome {
  /** Page views need no resolver; the others do, or are an analyst's. */
  readonly kind: 'page view' | 'decision' | 'analyst';
  readonly what: string;
  /** When it was sent, in milliseconds since the beginning. */
  readonly at: number;
  readonly ms: number;
  /** null: the connection broke, or no answer came in time. */
  readonly status: number | null;
}

/** From when to when something was out of order by intention, in milliseconds since the beginning. */
export interface Fault {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** How long after a fault what began in it may still fail: what was under way has its deadline, in milliseconds. */
const AFTER_MS = 3_000;

const overlaps = ({ at, ms }: Outcome, { from, to }: Fault): boolean =>
  at + ms >= from && at <= to + AFTER_MS;

/** A server in order answers, or says that it has too much to do (503); those that no fault explains. */
export const unexplained = (outcomes: readonly Outcome[], faults: readonly Fault[]): readonly Outcome[] =>
  outcomes.filter(
    (outcome) =>
      outcome.status !== 200 && outcome.status !== 503 && !faults.some((fault) => overlaps(outcome, fault)),
  );

/** The part of the numbers that lies below, from 0 to 1: of none, none. */
export const quantile = (numbers: readonly number[], part: number): number | undefined => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
};
