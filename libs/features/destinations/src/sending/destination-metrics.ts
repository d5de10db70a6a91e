import type { Metrics, MetricSample } from '@kith/platform';
import type { PartitionLag } from '@kith/ports';

/** What one destination counts. */
export interface DestinationMetrics {
  tried(outcome: 'delivered' | 'removed' | 'dropped' | 'retry' | 'refused'): void;
  failed(deliveries: number): void;
  holds(counts: { readonly waiting: number; readonly failed: number }): void;
  /** The destination has answered a delivery, or has not in time, after so many milliseconds. */
  sent(ms: number): void;
}

const OUTCOMES = {
  delivered: 'delivered',
  removed: 'removed',
  dropped: 'dropped',
  retry: 'retried',
  refused: 'refused',
};

/** Registers what the feature counts, by destination. */
export const createDestinationMetrics = (
  metrics: Metrics,
): ((account: string, destination: string) => DestinationMetrics) => {
  const labels = ['account', 'destination'];
  const tries = metrics.counter(
    'kith_activation_tries_total',
    'tries to deliver something to a destination, by what came of them',
    [...labels, 'outcome'],
  );
  const failed = metrics.counter(
    'kith_activation_laid_aside_total',
    'deliveries that were laid aside: refused, or tried for too long',
    labels,
  );
  const backlog = metrics.gauge(
    'kith_activation_parcels',
    'deliveries that wait for another try, or were laid aside',
    [...labels, 'state'],
  );
  const durations = metrics.histogram(
    'kith_activation_send_duration_seconds',
    'how long a destination took to answer a delivery, or was waited for in vain',
    labels,
  );
  return (account, destination) => {
    const of = { account, destination };
    const sent = durations.line(of);
    return {
      tried: (outcome) => tries.inc({ ...of, outcome: OUTCOMES[outcome] }),
      failed: (deliveries) => failed.inc(of, deliveries),
      holds: (counts) => {
        backlog.set(counts.waiting, { ...of, state: 'waiting' });
        backlog.set(counts.failed, { ...of, state: 'failed' });
      },
      sent: (ms) => sent.observe(ms / 1_000),
    };
  };
};

/** How far a destination is behind in a topic. */
export interface DestinationLag {
  readonly account: string;
  readonly destination: string;
  readonly topic: string;
  readonly lags: readonly PartitionLag[];
}

/** Tells at each scrape how far the destinations are behind that this process keeps; `clock` in epoch milliseconds. */
export const tellDestinationLag = (
  metrics: Metrics,
  lags: () => readonly DestinationLag[],
  clock: () => number,
): void => {
  const samplesOf = (value: (lags: readonly PartitionLag[]) => number) => (): readonly MetricSample[] =>
    lags().map(({ lags: own, ...labels }) => ({ labels, value: value(own) }));
  const ageOf = ({ since }: PartitionLag): number => (since === null ? 0 : (clock() - since) / 1_000);
  const labels = ['account', 'destination', 'topic'];
  metrics.gauge(
    'kith_activation_lag_records',
    'records of a topic that a destination has not taken',
    labels,
    samplesOf((own) => own.reduce((sum, { records }) => sum + records, 0)),
  );
  metrics.gauge(
    'kith_activation_lag_seconds',
    'how long the oldest record of a topic has waited that a destination has not taken',
    labels,
    samplesOf((own) => Math.max(0, ...own.map(ageOf))),
  );
};
