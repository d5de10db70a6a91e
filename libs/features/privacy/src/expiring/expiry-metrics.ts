import type { Metrics } from '@kith/platform';

/** What is counted of what expired. */
export interface ExpiryMetrics {
  /** `kind` says what, and whose where that is not plain. */
  expired(kind: string, count: number): void;
  /** A sweep has come to its end, in epoch milliseconds. */
  swept(at: number): void;
}

/** Registers what expiry counts. */
export const createExpiryMetrics = (metrics: Metrics): ExpiryMetrics => {
  const expired = metrics.counter(
    'kith_expired_total',
    'what was removed because its account no longer keeps it',
    ['kind'],
  );
  const sweeps = metrics.gauge(
    'kith_expiry_sweep_timestamp_seconds',
    'when this process last ended a sweep of all accounts; it may be the turn of another one',
  );
  return {
    expired: (kind, count) => expired.inc({ kind }, count),
    swept: (at) => sweeps.set(at / 1_000),
  };
};
