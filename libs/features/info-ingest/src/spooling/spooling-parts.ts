import type { Logger, Metrics } from '@kith/platform';
import type { EventLog, Spool } from '@kith/ports';
import type { SpoolMetrics } from './spool-metrics.ts';

/** What a spooled log is made of. */
export interface SpoolingNeeds {
  /** Where everything goes in the end. */
  readonly log: EventLog;
  /** What takes its place for as long as it does not answer. */
  readonly spool: Spool;
  /** The largest key and value, in bytes together, that the log takes: what is larger must not be acknowledged. */
  readonly mostRecordBytes: number;
  /** The spool takes nothing more where its oldest record has waited for longer. */
  readonly mostAgeMs: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The same, with its counters. */
export interface SpoolingParts extends Omit<SpoolingNeeds, 'metrics'> {
  readonly metrics: SpoolMetrics;
}
