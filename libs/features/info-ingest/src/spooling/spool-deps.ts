import type { Logger, Metrics } from '@kith/platform';
import type { EventLog, Spool } from '@kith/ports';

export interface SpooledLogDeps {
  /** Where everything goes in the end. */
  readonly log: EventLog;
  /** What takes its place for as long as it does not answer. */
  readonly spool: Spool;
  /** The largest key and value, in bytes together, that the log takes: what is larger must not be acknowledged. */
  readonly maxRecordBytes: number;
  /** The spool takes nothing more where its oldest record has waited for longer. */
  readonly maxAgeMs: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The same, with its counters. */
export interface SpoolDeps extends Omit<SpooledLogDeps, 'metrics'> {
  readonly metrics: SpoolMetrics;
}

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
