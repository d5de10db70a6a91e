import type { Metrics } from '@kith/platform';
import type { PartitionLag } from '@kith/ports';
import type { DeadLetterMetrics } from './dead-letters/dead-letter-administration.ts';

/** What the sink counts. */
export interface SinkMetrics {
  recorded(events: number): void;
  repeated(events: number): void;
  poisoned(records: number): void;
  /** How long after its acceptance by an edge the oldest message of a batch was recorded, in milliseconds. */
  delayed(ms: number): void;
  /** So many records were recorded in one transaction. */
  grouped(records: number): void;
  /** Accepted by an edge that had not heard of a withdrawal yet. */
  withdrawn(events: number): void;
  /** Of persons who were erased in the meantime. */
  erased(events: number): void;
}

/** From a sink that keeps up to one that was away for a day, in seconds. */
const DELAYS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600, 3_600, 86_400];

const GROUP_SIZES = [1, 5, 10, 50, 100, 250, 500, 1_000];

/** Registers what the sink and the administration of its dead letters count. */
export const createSinkMetrics = (metrics: Metrics): SinkMetrics & DeadLetterMetrics => {
  const events = metrics.counter('kith_sink_events_total', 'tracking events by what became of them', [
    'outcome',
  ]);
  const deadLetters = metrics.counter(
    'kith_dead_letters_total',
    'dead letters that were buried, replayed and dropped',
    ['what'],
  );
  const delays = metrics
    .histogram(
      'kith_sink_delay_seconds',
      'from acceptance by the edge to the store, for the oldest message of each batch',
      [],
      DELAYS,
    )
    .line();
  const groups = metrics
    .histogram('kith_sink_group_records', 'records that were recorded together, by group', [], GROUP_SIZES)
    .line();
  return {
    grouped: (records) => groups.observe(records),
    recorded: (count) => events.inc({ outcome: 'recorded' }, count),
    repeated: (count) => events.inc({ outcome: 'repeated' }, count),
    delayed: (ms) => delays.observe(ms / 1_000),
    withdrawn: (count) => events.inc({ outcome: 'withdrawn' }, count),
    erased: (count) => events.inc({ outcome: 'erased' }, count),
    poisoned: (count) => {
      events.inc({ outcome: 'dead letter' }, count);
      deadLetters.inc({ what: 'buried' }, count);
    },
    replayed: (count) => deadLetters.inc({ what: 'replayed' }, count),
    dropped: (count) => deadLetters.inc({ what: 'dropped' }, count),
  };
};

/** Tells at each scrape how far the sink is behind in the partitions that it has; `clock` in epoch milliseconds. */
export const tellLag = (metrics: Metrics, lags: () => readonly PartitionLag[], clock: () => number): void => {
  const samplesOf = (value: (lag: PartitionLag) => number) => () =>
    lags().map((lag) => ({ labels: { partition: String(lag.partition) }, value: value(lag) }));
  const ageOf = ({ since }: PartitionLag): number =>
    since === null ? 0 : Math.max(0, clock() - since) / 1_000;
  metrics.gauge(
    'kith_sink_lag_records',
    'records of a partition of the log that the sink has not stored',
    ['partition'],
    samplesOf(({ records }) => records),
  );
  metrics.gauge(
    'kith_sink_lag_seconds',
    'how long the oldest record of a partition has waited that the sink has not stored',
    ['partition'],
    samplesOf(ageOf),
  );
};
