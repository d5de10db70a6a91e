import type { Metrics } from '@kith/platform';
import type { ResolverMetrics } from './resolve-visitor.ts';
import type { SinkMetrics } from './tracking-sink.ts';

/** From a sink that keeps up to one that was away for a day, in seconds. */
const DELAYS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600, 3_600, 86_400];

/** Registers what the resolver and its sink count. */
export const createResolutionMetrics = (metrics: Metrics): ResolverMetrics & SinkMetrics => {
  const decisions = metrics.counter('kith_resolutions_total', 'resolutions by the row that settled them', [
    'row',
  ]);
  const conflicts = metrics.counter('kith_commit_conflicts_total', 'commits that another request outran', []);
  const events = metrics.counter('kith_sink_events_total', 'tracking events by what became of them', [
    'outcome',
  ]);
  const delays = metrics.histogram(
    'kith_sink_delay_seconds',
    'from acceptance by the edge to the store, for the oldest message of each batch',
    [],
    DELAYS,
  );
  return {
    decided: (row) => decisions.inc({ row }),
    conflicted: () => conflicts.inc({}),
    recorded: (count) => events.inc({ outcome: 'recorded' }, count),
    repeated: (count) => events.inc({ outcome: 'repeated' }, count),
    delayed: (ms) => delays.observe(ms / 1_000),
    withdrawn: (count) => events.inc({ outcome: 'withdrawn' }, count),
    erased: (count) => events.inc({ outcome: 'erased' }, count),
    poisoned: (count) => events.inc({ outcome: 'dead letter' }, count),
  };
};
