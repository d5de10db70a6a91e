import type { Dashboard } from '../dashboard.ts';

export const ingest: Dashboard = {
  uid: 'kith-ingest',
  title: 'Kith: ingest',
  description: 'Interface B at the edge: answers, visits, events, what is refused.',
  rows: [
    {
      title: 'Answers',
      panels: [
        {
          title: 'Answers',
          description: 'By status; 5xx are the errors of the objective.',
          unit: 'reqps',
          queries: [
            {
              expr: 'sum by (status) (rate(http_requests_total{front="/op/"}[$__rate_interval]))',
              legend: '{{status}}',
            },
          ],
        },
        {
          title: 'How long an answer takes',
          description: 'From the headers to the end of the answer.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.5, sum by (le) (rate(http_request_duration_seconds_bucket{front="/op/"}[$__rate_interval])))',
              legend: 'median',
            },
            {
              expr: 'histogram_quantile(0.99, sum by (le) (rate(http_request_duration_seconds_bucket{front="/op/"}[$__rate_interval])))',
              legend: '99th percentile',
            },
          ],
        },
        {
          title: 'Under way',
          description: 'Requests without a whole answer, and connections of clients.',
          unit: 'short',
          queries: [
            { expr: 'sum by (app) (http_requests_under_way)', legend: '{{app}}: requests' },
            { expr: 'sum by (app) (http_connections)', legend: '{{app}}: connections' },
          ],
        },
      ],
    },
    {
      title: 'Visits and events',
      panels: [
        {
          title: 'Visits',
          description: 'By how the visitor was known.',
          unit: 'reqps',
          queries: [
            { expr: 'sum by (known) (rate(kith_visits_total[$__rate_interval]))', legend: '{{known}}' },
          ],
        },
        {
          title: 'Events',
          description: 'By what became of them at the edge.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (outcome) (rate(kith_edge_events_total[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Enrichment',
          description: 'Steps by what came of them.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (step, outcome) (rate(kith_enrichment_steps_total[$__rate_interval]))',
              legend: '{{step}}: {{outcome}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Refused',
      panels: [
        {
          title: 'Overload',
          description: 'Requests that were refused with 503, and those that wait for room.',
          unit: 'reqps',
          queries: [
            {
              expr: 'sum by (app, work) (rate(kith_overload_refused_total[$__rate_interval]))',
              legend: '{{app}} {{work}}: refused',
            },
            { expr: 'sum by (app, work) (kith_overload_waiting)', legend: '{{app}} {{work}}: waiting' },
          ],
        },
        {
          title: 'Rate limits',
          description: 'Requests beyond a limit.',
          unit: 'reqps',
          queries: [
            { expr: 'sum by (by) (rate(kith_limited_requests_total[$__rate_interval]))', legend: '{{by}}' },
          ],
        },
        {
          title: 'Odd requests',
          description: 'Cookies that were replaced, values that identify nobody, bots.',
          unit: 'reqps',
          queries: [
            {
              expr: 'sum(rate(kith_malformed_cookies_total[$__rate_interval]))',
              legend: 'malformed cookies',
            },
            {
              expr: 'sum(rate(kith_ignored_identifiers_total[$__rate_interval]))',
              legend: 'ignored identifiers',
            },
            { expr: 'sum(rate(kith_dropped_bots_total[$__rate_interval]))', legend: 'bots' },
          ],
        },
      ],
    },
    {
      title: 'Analysts',
      panels: [
        {
          title: 'GraphQL',
          description: 'Operations by outcome.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (outcome) (rate(kith_graphql_operations_total[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'How long an operation takes',
          description: 'The 99th percentile.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.99, sum by (le) (rate(kith_graphql_operation_duration_seconds_bucket[$__rate_interval])))',
              legend: '99th percentile',
            },
          ],
        },
        {
          title: 'Logins and tokens',
          description: 'Tries to log in, and refresh tokens, by outcome.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (outcome) (rate(kith_login_tries_total[$__rate_interval]))',
              legend: 'login: {{outcome}}',
            },
            {
              expr: 'sum by (outcome) (rate(kith_token_exchanges_total[$__rate_interval]))',
              legend: 'token: {{outcome}}',
            },
          ],
        },
      ],
    },
  ],
};
