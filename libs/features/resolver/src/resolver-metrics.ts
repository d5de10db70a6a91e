import type { Metrics } from '@kith/platform';
import type { ResolverMetrics } from './resolve-visitor.ts';

/** Registers what the resolver counts. */
export const createResolverMetrics = (metrics: Metrics): ResolverMetrics => {
  const decisions = metrics.counter('kith_resolutions_total', 'resolutions by the row that settled them', [
    'row',
  ]);
  const conflicts = metrics.counter('kith_commit_conflicts_total', 'commits that another request outran', []);
  return {
    decided: (row) => decisions.inc({ row }),
    conflicted: () => conflicts.inc({}),
  };
};
