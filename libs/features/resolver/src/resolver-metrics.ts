import type { Decision } from '@kith/domain/identity';
import type { Metrics } from '@kith/platform';

/** What the resolver counts. */
export interface ResolverMetrics {
  decided(row: Decision['row']): void;
  /** Another request outran a commit. */
  conflicted(): void;
}

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
