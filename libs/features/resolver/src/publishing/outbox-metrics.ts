import type { Metrics } from '@kith/platform';

/** What is counted of publishing. */
export interface OutboxMetrics {
  /** How many ranges of buckets this process publishes now. */
  owns(ranges: number): void;
  published(changes: number): void;
  /** A turn, or a renewal, that failed, or came so late that changes may go out once more. */
  failed(): void;
}

/** Registers what is counted of publishing. */
export const createOutboxMetrics = (metrics: Metrics): OutboxMetrics => {
  const ranges = metrics.gauge(
    'kith_outbox_ranges',
    'ranges of buckets whose changes this process publishes',
  );
  const published = metrics.counter('kith_outbox_published_total', 'changes that were published');
  const failures = metrics.counter(
    'kith_outbox_failures_total',
    'turns of the relay, and renewals of its leases, that failed or came too late',
  );
  return {
    owns: (count) => ranges.set(count),
    published: (changes) => published.inc({}, changes),
    failed: () => failures.inc(),
  };
};
