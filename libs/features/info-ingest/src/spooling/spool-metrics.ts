import type { Metrics } from '@kith/platform';
import type { Spool } from '@kith/ports';

/** What is counted of a spool. */
export interface SpoolMetrics {
  spooled(records: number): void;
  drained(records: number): void;
  refused(records: number): void;
}

/** What the gauges show. */
export interface SpoolGauges {
  readonly spool: Pick<Spool, 'contents'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Registers the metrics of a spool; what it holds is looked up at the scrape. */
export const createSpoolMetrics = (metrics: Metrics, { spool, clock }: SpoolGauges): SpoolMetrics => {
  const records = metrics.counter('kith_spool_records_total', 'records by what became of them at the spool', [
    'outcome',
  ]);
  const { contents } = spool;
  const oldestSeconds = (): number => {
    const { oldestAt } = contents();
    return oldestAt === null ? 0 : Math.max(0, clock() - oldestAt) / 1_000;
  };
  metrics.gauge('kith_spool_records', 'records that wait in the spool', [], () => contents().records);
  metrics.gauge('kith_spool_bytes', 'what the spool takes up on the disk', [], () => contents().bytes);
  metrics.gauge('kith_spool_oldest_seconds', 'how long the oldest record has waited', [], oldestSeconds);
  return {
    spooled: (count) => records.inc({ outcome: 'spooled' }, count),
    drained: (count) => records.inc({ outcome: 'drained' }, count),
    refused: (count) => records.inc({ outcome: 'refused' }, count),
  };
};
