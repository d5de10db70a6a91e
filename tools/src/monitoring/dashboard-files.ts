import { grafanaDashboard, type Dashboard } from './dashboard.ts';
import { destinations } from './dashboards/destinations.ts';
import { ingest } from './dashboards/ingest.ts';
import { log } from './dashboards/log.ts';
import { overview } from './dashboards/overview.ts';
import { stores } from './dashboards/stores.ts';

/** The dashboards of Kith. */
export const dashboards: readonly Dashboard[] = [overview, ingest, stores, log, destinations];

/** The files of `deploy/monitoring/dashboards` by their paths in the workspace. */
export const dashboardFiles = (): readonly (readonly [path: string, content: string])[] =>
  dashboards.map((dashboard) => [
    `deploy/monitoring/dashboards/${dashboard.uid}.json`,
    `${JSON.stringify(grafanaDashboard(dashboard), null, 2)}\n`,
  ]);
