import type { Dashboard } from '../dashboard.ts';

export const log: Dashboard = {
  uid: 'kith-log',
  title: 'Kith: log and sink',
  description: 'From the edge through Kafka into the store, and out of the outbox.',
  rows: [
    {
      title: 'The log',
      panels: [
        {
          title: 'Calls to Kafka',
          description: 'How often it is asked, by app.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (app) (rate(kith_dependency_call_duration_seconds_count{dependency="kafka"}[$__rate_interval]))',
              legend: '{{app}}',
            },
          ],
        },
        {
          title: 'How long Kafka takes',
          description: 'The 99th percentile, by app; it should stay far below the deadline of a request.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.99, sum by (le, app) (rate(kith_dependency_call_duration_seconds_bucket{dependency="kafka"}[$__rate_interval])))',
              legend: '{{app}}',
            },
          ],
        },
        {
          title: 'Failed calls to Kafka',
          description:
            'By app and why: refused, late, unreachable, or skipped as it is known not to answer. Well is none.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (app, why) (rate(kith_dependency_call_failures_total{dependency="kafka"}[$__rate_interval]))',
              legend: '{{app}}: {{why}}',
            },
          ],
        },
      ],
    },
    {
      title: 'The sink',
      panels: [
        {
          title: 'Lag',
          description: 'Records that the sink has not stored, by partition.',
          unit: 'short',
          queries: [{ expr: 'max by (partition) (kith_sink_lag_records)', legend: '{{partition}}' }],
        },
        {
          title: 'Age of the lag',
          description: 'How long the oldest of them has waited; over 60 s is stale.',
          unit: 's',
          queries: [{ expr: 'max by (partition) (kith_sink_lag_seconds)', legend: '{{partition}}' }],
        },
        {
          title: 'Delay',
          description: 'From acceptance by the edge to the store.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.5, sum by (le) (rate(kith_sink_delay_seconds_bucket[$__rate_interval])))',
              legend: 'median',
            },
            {
              expr: 'histogram_quantile(0.99, sum by (le) (rate(kith_sink_delay_seconds_bucket[$__rate_interval])))',
              legend: '99th percentile',
            },
          ],
        },
        {
          title: 'Events',
          description: 'By what became of them.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (outcome) (rate(kith_sink_events_total[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Records of a group',
          description: 'How many share a transaction, on average.',
          unit: 'short',
          queries: [
            {
              expr: 'sum(rate(kith_sink_group_records_sum[$__rate_interval])) / sum(rate(kith_sink_group_records_count[$__rate_interval]))',
              legend: 'records',
            },
          ],
        },
        {
          title: 'Dead letters',
          description: 'Buried, replayed and dropped.',
          unit: 'ops',
          queries: [
            { expr: 'sum by (what) (rate(kith_dead_letters_total[$__rate_interval]))', legend: '{{what}}' },
          ],
        },
      ],
    },
    {
      title: 'The outbox',
      panels: [
        {
          title: 'Entries',
          description: 'Commits and groups whose changes wait; every resolver sees the same.',
          unit: 'short',
          queries: [{ expr: 'max(kith_outbox_entries)', legend: 'entries' }],
        },
        {
          title: 'Age',
          description: 'How long the oldest change waits.',
          unit: 's',
          queries: [{ expr: 'max(kith_outbox_oldest_seconds)', legend: 'age' }],
        },
      ],
    },
    {
      title: 'The spool',
      panels: [
        {
          title: 'Records',
          description: 'What waits on the disks of the edges.',
          unit: 'short',
          queries: [{ expr: 'sum(kith_spool_records)', legend: 'records' }],
        },
        {
          title: 'Bytes',
          description: 'The fullest spool.',
          unit: 'bytes',
          queries: [{ expr: 'max(kith_spool_bytes)', legend: 'bytes' }],
        },
        {
          title: 'Age',
          description: 'So long Kafka has taken nothing.',
          unit: 's',
          queries: [{ expr: 'max(kith_spool_oldest_seconds)', legend: 'age' }],
        },
        {
          title: 'What became of records',
          description: 'Refused ones are lost.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (outcome) (rate(kith_spool_records_total[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
      ],
    },
  ],
};
