import type { Decision } from '@kith/domain/identity';
import type { Metrics } from '@kith/platform';
import type { Deadline, Outbox } from '@kith/ports';
import type { GroupMetrics } from './deciding/decide-in-group.ts';
import type { OutboxRelay } from './publishing/outbox-relay.ts';

/** What the resolver counts. */
export interface ResolverMetrics extends GroupMetrics {
  decided(row: Decision['row']): void;
}

const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64];

/** Registers what the resolver counts. */
export const createResolverMetrics = (metrics: Metrics): ResolverMetrics => {
  const decisions = metrics.counter('kith_resolutions_total', 'resolutions by the row that settled them', [
    'row',
  ]);
  const conflicts = metrics.counter('kith_commit_conflicts_total', 'commits that another request outran', []);
  const groups = metrics
    .histogram('kith_resolver_group_calls', 'calls that were stored together, by group', [], GROUP_SIZES)
    .line();
  return {
    grouped: (count) => groups.observe(count),
    decided: (row) => decisions.inc({ row }),
    conflicted: () => conflicts.inc({}),
  };
};

/** Tells at each scrape what waits in the outbox. */
export const tellOutbox = (
  metrics: Metrics,
  {
    outbox,
    relay,
    scrapeDeadline,
  }: {
    readonly outbox: Pick<Outbox, 'depth'>;
    readonly relay: Pick<OutboxRelay, 'oldestMs'>;
    readonly scrapeDeadline: () => Deadline;
  },
): void => {
  metrics.gauge(
    'kith_outbox_entries',
    'entries of the outbox that wait to be published: a commit, or a group of calls, leaves one for each range of umids',
    [],
    () => outbox.depth(scrapeDeadline()),
  );
  metrics.gauge(
    'kith_outbox_oldest_seconds',
    'how long the oldest change waits that the relay has found in the outbox',
    [],
    () => relay.oldestMs() / 1_000,
  );
};
