import type { Dashboard } from '../dashboard.ts';

export const destinations: Dashboard = {
  uid: 'kith-destinations',
  title: 'Kith: destinations',
  description: 'What is handed on, how fast, and what waits.',
  rows: [
    {
      title: 'Deliveries',
      panels: [
        {
          title: 'Tries',
          description: 'By destination and outcome.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (account, destination, outcome) (rate(kith_activation_tries_total[$__rate_interval]))',
              legend: '{{account}}/{{destination}}: {{outcome}}',
            },
          ],
        },
        {
          title: 'How long a destination takes',
          description: 'The 99th percentile.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.99, sum by (le, account, destination) (rate(kith_activation_send_duration_seconds_bucket[$__rate_interval])))',
              legend: '{{account}}/{{destination}}',
            },
          ],
        },
        {
          title: 'Share that fails',
          description: 'Of the last hour; the objective leaves 1 %.',
          unit: 'percentunit',
          queries: [{ expr: 'kith:deliveries_failed:ratio_rate1h', legend: '{{account}}/{{destination}}' }],
        },
      ],
    },
    {
      title: 'What waits',
      panels: [
        {
          title: 'Deliveries',
          description: 'Waiting for another try, and failed.',
          unit: 'short',
          queries: [
            {
              expr: 'max by (account, destination, state) (kith_activation_parcels)',
              legend: '{{account}}/{{destination}}: {{state}}',
            },
          ],
        },
        {
          title: 'Lag',
          description: 'Records that a destination has not taken, by topic.',
          unit: 'short',
          queries: [
            {
              expr: 'max by (account, destination, topic) (kith_activation_lag_records)',
              legend: '{{account}}/{{destination}}: {{topic}}',
            },
          ],
        },
        {
          title: 'Age of the lag',
          description: 'Over an hour it falls behind; after seven days the log loses records.',
          unit: 's',
          queries: [
            {
              expr: 'max by (account, destination, topic) (kith_activation_lag_seconds)',
              legend: '{{account}}/{{destination}}: {{topic}}',
            },
          ],
        },
        {
          title: 'Laid aside',
          description: 'Refused, or tried for a day.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (account, destination) (rate(kith_activation_laid_aside_total[$__rate_interval]))',
              legend: '{{account}}/{{destination}}',
            },
          ],
        },
      ],
    },
  ],
};
