import type { Dashboard } from '../dashboard.ts';

export const stores: Dashboard = {
  uid: 'kith-stores',
  title: 'Kith: identity and stores',
  description: 'Decisions of the resolver, and the calls to MongoDB, Redis and the resolver.',
  rows: [
    {
      title: 'Decisions',
      panels: [
        {
          title: 'Decisions',
          description: 'Calls by the row of the decision table that settled them.',
          unit: 'ops',
          queries: [
            { expr: 'sum by (row) (rate(kith_resolutions_total[$__rate_interval]))', legend: '{{row}}' },
          ],
        },
        {
          title: 'Calls of a group',
          description:
            'How many calls share a transaction, on average; near 64 the resolver has as much as it can take.',
          unit: 'short',
          queries: [
            {
              expr: 'sum(rate(kith_resolver_group_calls_sum[$__rate_interval])) / sum(rate(kith_resolver_group_calls_count[$__rate_interval]))',
              legend: 'calls',
            },
          ],
        },
        {
          title: 'Conflicts',
          description: 'Commits that another one outran.',
          unit: 'ops',
          queries: [
            { expr: 'sum(rate(kith_commit_conflicts_total[$__rate_interval]))', legend: 'conflicts' },
          ],
        },
      ],
    },
    {
      title: 'Calls of the edge',
      panels: [
        {
          title: 'Calls to the resolver',
          description: 'How often it is asked, by app.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (app) (rate(kith_dependency_call_duration_seconds_count{dependency="resolver"}[$__rate_interval]))',
              legend: '{{app}}',
            },
          ],
        },
        {
          title: 'How long the resolver takes',
          description: 'The 99th percentile, by app; it should stay far below the deadline of a request.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.99, sum by (le, app) (rate(kith_dependency_call_duration_seconds_bucket{dependency="resolver"}[$__rate_interval])))',
              legend: '{{app}}',
            },
          ],
        },
        {
          title: 'Failed calls to the resolver',
          description:
            'By app and why: refused, late, unreachable, or skipped as it is known not to answer. Well is none.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (app, why) (rate(kith_dependency_call_failures_total{dependency="resolver"}[$__rate_interval]))',
              legend: '{{app}}: {{why}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Calls to MongoDB',
      panels: [
        {
          title: 'Calls to MongoDB',
          description: 'How often it is asked, by app.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (app) (rate(kith_dependency_call_duration_seconds_count{dependency="mongodb"}[$__rate_interval]))',
              legend: '{{app}}',
            },
          ],
        },
        {
          title: 'How long MongoDB takes',
          description: 'The 99th percentile, by app; it should stay far below the deadline of a request.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.99, sum by (le, app) (rate(kith_dependency_call_duration_seconds_bucket{dependency="mongodb"}[$__rate_interval])))',
              legend: '{{app}}',
            },
          ],
        },
        {
          title: 'Failed calls to MongoDB',
          description:
            'By app and why: refused, late, unreachable, or skipped as it is known not to answer. Well is none.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (app, why) (rate(kith_dependency_call_failures_total{dependency="mongodb"}[$__rate_interval]))',
              legend: '{{app}}: {{why}}',
            },
          ],
        },
        {
          title: 'Connections to MongoDB',
          description: 'Open, and in use by a call; a pool ends at 100.',
          unit: 'short',
          queries: [
            {
              expr: 'sum by (app, state) (kith_dependency_connections{dependency="mongodb"})',
              legend: '{{app}}: {{state}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Calls to Redis',
      panels: [
        {
          title: 'Calls to Redis',
          description: 'How often it is asked, by app.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (app) (rate(kith_dependency_call_duration_seconds_count{dependency="redis"}[$__rate_interval]))',
              legend: '{{app}}',
            },
          ],
        },
        {
          title: 'How long Redis takes',
          description: 'The 99th percentile, by app; it should stay far below the deadline of a request.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.99, sum by (le, app) (rate(kith_dependency_call_duration_seconds_bucket{dependency="redis"}[$__rate_interval])))',
              legend: '{{app}}',
            },
          ],
        },
        {
          title: 'Failed calls to Redis',
          description:
            'By app and why: refused, late, unreachable, or skipped as it is known not to answer. Well is none.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (app, why) (rate(kith_dependency_call_failures_total{dependency="redis"}[$__rate_interval]))',
              legend: '{{app}}: {{why}}',
            },
          ],
        },
        {
          title: 'The cache',
          description: '1 while it is connected and answers.',
          unit: 'short',
          queries: [{ expr: 'min by (app) (kith_cache_up)', legend: '{{app}}' }],
        },
      ],
    },
    {
      title: 'What is removed',
      panels: [
        {
          title: 'Expired',
          description: 'What accounts no longer keep.',
          unit: 'ops',
          queries: [
            { expr: 'sum by (kind) (rate(kith_expired_total[$__rate_interval]))', legend: '{{kind}}' },
          ],
        },
        {
          title: 'Last sweep',
          description: 'How long ago any resolver ended one; over half an hour somebody has to look.',
          unit: 's',
          queries: [{ expr: 'time() - max(kith_expiry_sweep_timestamp_seconds)', legend: 'age' }],
        },
      ],
    },
  ],
};
