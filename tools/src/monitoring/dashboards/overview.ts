import type { Dashboard } from '../dashboard.ts';

export const overview: Dashboard = {
  uid: 'kith-overview',
  title: 'Kith: overview',
  description: 'Whether all is well: objectives, readiness, and who runs.',
  rows: [
    {
      title: 'Objectives',
      panels: [
        {
          title: 'Budget of errors',
          description:
            'How fast the budget of failed answers is used up; 1 is as fast as it may be over 30 days.',
          unit: 'none',
          queries: [
            { expr: 'kith:info_errors:ratio_rate1h / 0.001', legend: '1 h' },
            { expr: 'kith:info_errors:ratio_rate6h / 0.001', legend: '6 h' },
          ],
        },
        {
          title: 'Budget of slowness',
          description: 'The same of answers over 500 ms.',
          unit: 'none',
          queries: [
            { expr: 'kith:info_slow:ratio_rate1h / 0.01', legend: '1 h' },
            { expr: 'kith:info_slow:ratio_rate6h / 0.01', legend: '6 h' },
          ],
        },
        {
          title: 'Budget of freshness',
          description: 'The same of minutes in which a record waited for longer than 60 s.',
          unit: 'none',
          queries: [
            { expr: 'kith:sink_stale:ratio_avg1h / 0.005', legend: '1 h' },
            { expr: 'kith:sink_stale:ratio_avg6h / 0.005', legend: '6 h' },
          ],
        },
      ],
    },
    {
      title: 'What runs',
      panels: [
        {
          title: 'Ready',
          description: 'Processes that should get traffic, by app.',
          unit: 'short',
          queries: [{ expr: 'sum by (app) (kith_ready)', legend: '{{app}}' }],
        },
        {
          title: 'Checks that fail',
          description: '0 is well; /readyz?verbose has the sentence.',
          unit: 'short',
          queries: [
            { expr: 'count by (app, check) (kith_readiness_check == 0)', legend: '{{app}}: {{check}}' },
          ],
        },
        {
          title: 'Versions',
          description: 'Processes by version and layout of the data.',
          unit: 'short',
          queries: [
            {
              expr: 'count by (app, version, layout) (kith_build_info)',
              legend: '{{app}} {{version}}, layout {{layout}}',
            },
          ],
        },
      ],
    },
    {
      title: 'The machine',
      panels: [
        {
          title: 'CPU',
          description: 'Cores in use, by app; one process uses about one at most.',
          unit: 'short',
          queries: [
            { expr: 'sum by (app) (rate(process_cpu_seconds_total[$__rate_interval]))', legend: '{{app}}' },
          ],
        },
        {
          title: 'Memory',
          description: 'Resident, the largest process of each app.',
          unit: 'bytes',
          queries: [{ expr: 'max by (app) (process_resident_memory_bytes)', legend: '{{app}}' }],
        },
        {
          title: 'Delay of the event loop',
          description: 'The 99th percentile; over 100 ms add replicas.',
          unit: 's',
          queries: [{ expr: 'max by (app) (nodejs_eventloop_lag_p99_seconds)', legend: '{{app}}' }],
        },
      ],
    },
  ],
};
