import type { Metrics } from '@kith/platform';
import type { LetterMetrics } from './dead-letters/dead-letter-administration.ts';
import type { SinkMetrics } from './tracking-sink.ts';

/** From a sink that keeps up to one that was away for a day, in seconds. */
const DELAYS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600, 3_600, 86_400];

/** Registers what the sink and the administration of its dead letters count. */
export const createSinkMetrics = (metrics: Metrics): SinkMetrics & LetterMetrics => {
  const events = metrics.counter('kith_sink_events_total', 'tracking events by what became of them', [
    'outcome',
  ]);
  const letters = metrics.counter(
    'kith_dead_letters_total',
    'dead letters that were buried, replayed and dropped',
    ['what'],
  );
  const delays = metrics.histogram(
    'kith_sink_delay_seconds',
    'from acceptance by the edge to the store, for the oldest message of each batch',
    [],
    DELAYS,
  );
  return {
    recorded: (count) => events.inc({ outcome: 'recorded' }, count),
    repeated: (count) => events.inc({ outcome: 'repeated' }, count),
    delayed: (ms) => delays.observe(ms / 1_000),
    withdrawn: (count) => events.inc({ outcome: 'withdrawn' }, count),
    erased: (count) => events.inc({ outcome: 'erased' }, count),
    poisoned: (count) => {
      events.inc({ outcome: 'dead letter' }, count);
      letters.inc({ what: 'buried' }, count);
    },
    replayed: (count) => letters.inc({ what: 'replayed' }, count),
    dropped: (count) => letters.inc({ what: 'dropped' }, count),
  };
};
