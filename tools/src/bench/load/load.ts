import type { BenchRequest } from '../bench-request.ts';

/** What one run of the load sends. */
export interface LoadPlan {
  readonly url: string;
  /** Sent in turns. */
  readonly requests: readonly BenchRequest[];
  /** So many are sent, however long that takes; left out: as many as go in the time. */
  readonly amount?: number;
  readonly connections: number;
  readonly seconds: number;
}

/** What came of it. */
export interface LoadResult {
  /** Requests that were answered. */
  readonly answered: number;
  /** Answers that were no 2xx, and requests that got none. */
  readonly failed: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A program that makes load in a process of its own. */
export interface LoadGenerator {
  readonly name: 'wrk' | 'autocannon';
  run(plan: LoadPlan): Promise<LoadResult>;
}

/** How long a generator may take beyond the time of its plan, in milliseconds. */
export const GRACE_MS = 20_000;

/** How long so many requests may take at most, in seconds. */
export const MAX_AMOUNT_SECONDS = 120;

/** How long a run of the load may take, in milliseconds. */
export const timeoutOf = ({ seconds, amount }: LoadPlan): number =>
  (amount === undefined ? seconds : MAX_AMOUNT_SECONDS) * 1_000 + GRACE_MS;
