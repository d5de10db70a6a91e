import type { Metrics } from '@kith/platform';
import type { ResolverMetrics } from './resolve-visitor.ts';
import type { SinkMetrics } from './tracking-sink.ts';

/** Registers what the resolver and its sink count. */
export const createResolutionMetrics = (metrics: Metrics): ResolverMetrics & SinkMetrics => {
  const decisions = metrics.counter('kith_resolutions_total', 'resolutions by the row that settled them', [
    'row',
  ]);
  const conflicts = metrics.counter('kith_commit_conflicts_total', 'commits that another request outran', []);
  const events = metrics.counter('kith_sink_events_total', 'tracking events by what became of them', [
    'outcome',
  ]);
  return {
    decided: (row) => decisions.inc({ row }),
    conflicted: () => conflicts.inc({}),
    recorded: (count) => events.inc({ outcome: 'recorded' }, count),
    repeated: (count) => events.inc({ outcome: 'repeated' }, count),
    withdrawn: (count) => events.inc({ outcome: 'withdrawn' }, count),
    poisoned: (count) => events.inc({ outcome: 'dead letter' }, count),
  };
};
