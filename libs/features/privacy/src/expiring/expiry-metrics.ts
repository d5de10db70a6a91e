import type { Metrics } from '@kith/platform';
import type { ExpiryMetrics } from './expiring.ts';

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
