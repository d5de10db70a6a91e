import type { Metrics } from '../observability/metrics.ts';

/** Metrics of one kind of work. */
export interface AdmissionMetrics {
  refused(): void;
  waiting(requests: number): void;
}

export const createAdmissionMetrics = (metrics: Metrics, work: string): AdmissionMetrics => {
  const refusals = metrics.counter(
    'kith_overload_refused_total',
    'requests refused with 503 because they would not have been served in time',
    ['work'],
  );
  const waiting = metrics.gauge('kith_overload_waiting', 'requests that wait for room', ['work']);
  const refused = refusals.line({ work });
  waiting.set(0, { work });
  return { refused: () => refused.inc(), waiting: (requests) => waiting.set(requests, { work }) };
};
