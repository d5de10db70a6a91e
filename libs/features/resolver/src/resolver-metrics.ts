import type { Decision } from '@kith/domain/identity';
import type { Metrics } from '@kith/platform';
import type { GroupMetrics } from './deciding/decide-in-group.ts';

/** What the resolver counts. */
export interface ResolverMetrics extends GroupMetrics {
  decided(row: Decision['row']): void;
}

/** Registers what the resolver counts. */
export const createResolverMetrics = (metrics: Metrics): ResolverMetrics => {
  const decisions = metrics.counter('kith_resolutions_total', 'resolutions by the row that settled them', [
    'row',
  ]);
  const conflicts = metrics.counter('kith_commit_conflicts_total', 'commits that another request outran', []);
  const groups = metrics.counter(
    'kith_resolver_groups_total',
    'groups of calls that were stored together',
    [],
  );
  const calls = metrics.counter('kith_resolver_grouped_calls_total', 'calls that were decided in groups', []);
  return {
    grouped: (count) => {
      groups.inc({});
      calls.inc({}, count);
    },
    decided: (row) => decisions.inc({ row }),
    conflicted: () => conflicts.inc({}),
  };
};
