import type { CounterLine, MetricLine, Metrics } from './metrics.ts';

/**
 * How a call to another system failed: it answered with an error, it did not answer in time, nobody could be reached, or it
 * was not even tried, because it is known not to answer.
 */
export type CallFailure = 'refused' | 'late' | 'unreachable' | 'skipped';

const FAILURES: readonly CallFailure[] = ['refused', 'late', 'unreachable', 'skipped'];

/** Hears of each call of one kind. */
export interface CallMetrics {
  /** It ended after so many milliseconds; without a failure where it was answered. */
  ended(ms: number, failure?: CallFailure): void;
  skipped(): void;
}

/** Where nobody counts. */
export const UNCOUNTED_CALLS: CallMetrics = { ended: () => undefined, skipped: () => undefined };

/** From a cache in the same rack to a call that nobody waits for any more, in seconds. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers what calls of one kind to a system cost and how they fail, and looks up its lines once. */
export const createCallMetrics = (metrics: Metrics, dependency: string, call: string): CallMetrics => {
  const of = { dependency, call };
  const durations: MetricLine = metrics
    .histogram(
      'kith_dependency_call_duration_seconds',
      'how long calls to another system took, however they ended',
      ['dependency', 'call'],
      SECONDS,
    )
    .line(of);
  const failures = metrics.counter(
    'kith_dependency_call_failures_total',
    'calls to another system that failed, or were left out because it is known not to answer',
    ['dependency', 'call', 'why'],
  );
  const lines = Object.fromEntries(FAILURES.map((why) => [why, failures.line({ ...of, why })])) as Record<
    CallFailure,
    CounterLine
  >;
  return {
    ended: (ms, failure) => {
      durations.observe(ms / 1_000);
      if (failure !== undefined) lines[failure].inc();
    },
    skipped: () => lines.skipped.inc(),
  };
};

/** How many connections a system has given: those that are open, and of them those that a call uses now. */
export interface ConnectionCounts {
  readonly open: number;
  readonly inUse: number;
}

/** Tells at each scrape how many connections there are to a system. */
export const tellConnections = (
  metrics: Metrics,
  dependency: string,
  counts: () => ConnectionCounts,
): void => {
  metrics.gauge(
    'kith_dependency_connections',
    'connections to another system: those that are open, and those that calls use now',
    ['dependency', 'state'],
    () => {
      const { open, inUse } = counts();
      return [
        { labels: { dependency, state: 'open' }, value: open },
        { labels: { dependency, state: 'in use' }, value: inUse },
      ];
    },
  );
};
