import type { Metrics } from '@kith/platform';

/** What one destination counts. */
export interface DestinationMetrics {
  tried(outcome: 'delivered' | 'removed' | 'dropped' | 'retry' | 'refused'): void;
  failed(deliveries: number): void;
  holds(counts: { readonly waiting: number; readonly failed: number }): void;
  /** How old the newest record was that was taken of a topic, in milliseconds. */
  behind(topic: string, ms: number): void;
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
  const lag = metrics.gauge(
    'kith_activation_lag_seconds',
    'how old the newest record of a topic was when a destination had taken it',
    [...labels, 'topic'],
  );
  return (account, destination) => {
    const of = { account, destination };
    return {
      tried: (outcome) => tries.inc({ ...of, outcome: OUTCOMES[outcome] }),
      failed: (deliveries) => failed.inc(of, deliveries),
      holds: (counts) => {
        backlog.set(counts.waiting, { ...of, state: 'waiting' });
        backlog.set(counts.failed, { ...of, state: 'failed' });
      },
      behind: (topic, ms) => lag.set(ms / 1_000, { ...of, topic }),
    };
  };
};
