import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { metricRows, toldMetrics } from '@kith/testing/metrics-table';
import { expect } from 'vitest';
import { send } from '../kit/http.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

/** Expects docs/metrics.md to have what the app with this management port tells, and nothing else for it. */
export const expectDocumented = async (app: string, managementUrl: string): Promise<void> => {
  const rows = metricRows(await readFile(join(workspaceRoot, 'docs/metrics.md'), 'utf8')).filter(({ apps }) =>
    apps.includes(app),
  );
  const told = toldMetrics((await send(managementUrl, '/metrics')).text);
  const typesOf = (metrics: readonly { readonly name: string; readonly type: string }[]) =>
    metrics.map(({ name, type }) => `${name} ${type}`).toSorted();
  expect(typesOf(told), `the metrics of ${app}`).toEqual(typesOf(rows));
  const documented = new Map(rows.map(({ name, labels }) => [name, labels]));
  const seen = told.filter(({ labels }) => labels !== null);
  const asDocumented = seen.map(({ name }) => ({ name, labels: documented.get(name) }));
  expect(seen.map(({ name, labels }) => ({ name, labels }))).toEqual(asDocumented);
};

/** Expects every row to say what it is: its meaning and its unit. */
export const expectWhole = async (): Promise<void> => {
  const rows = metricRows(await readFile(join(workspaceRoot, 'docs/metrics.md'), 'utf8'));
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter(({ unit, meaning }) => unit === '' || meaning === '')).toEqual([]);
};
