import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { metricRows } from '@kith/testing/metrics-table';
import { parse } from 'yaml';
import { workspaceRoot } from '../process/workspace-root.ts';
import { namesIn } from './promql-names.ts';

/** An alert of the rules. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
}

/** A rule that records what an expression comes to. */
export interface Recording {
  readonly record: string;
  readonly expr: string;
}

const RULES = join(workspaceRoot, 'deploy/monitoring/rules');

const rulesIn = async (file: string): Promise<readonly (Alert | Recording)[]> => {
  const { groups } = parse(await readFile(join(RULES, file), 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly (Alert | Recording)[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
};

/** The alerts that Kith ships. */
export const readAlerts = async (): Promise<readonly Alert[]> =>
  (await rulesIn('alerts.yaml')).filter((rule) => 'alert' in rule);

/** What Kith has recorded. */
export const readRecordings = async (): Promise<readonly Recording[]> =>
  (await rulesIn('recording.yaml')).filter((rule) => 'record' in rule);

/** What a scrape adds to every metric. */
const ADDED = ['app', 'instance', 'job'];

/** Every metric that a query may name, with its labels: those of docs/metrics.md, what is recorded, and `up` of Prometheus. */
export const knownNames = async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const rows = metricRows(await readFile(join(workspaceRoot, 'docs/metrics.md'), 'utf8'));
  const known = new Map<string, ReadonlySet<string>>([['up', new Set(ADDED)]]);
  for (const { name, type, labels } of rows) {
    const own = new Set([...labels, ...ADDED]);
    if (type !== 'histogram') known.set(name, own);
    else for (const part of ['bucket', 'sum', 'count']) known.set(`${name}_${part}`, new Set([...own, 'le']));
  }
  for (const { record, expr } of await readRecordings()) known.set(record, new Set(namesIn(expr).groupings));
  return known;
};

/** What an expression names that nobody has. */
export const unknownIn = (
  expression: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] => {
  const { selectors, groupings } = namesIn(expression);
  const labelsOf = (metric: string): ReadonlySet<string> => known.get(metric) ?? new Set();
  const ofSelectors = selectors.flatMap(({ metric, labels }) =>
    known.has(metric)
      ? labels.filter((label) => !labelsOf(metric).has(label)).map((label) => `${metric}{${label}}`)
      : [metric],
  );
  const isSomewhere = (label: string): boolean =>
    selectors.every(({ metric }) => labelsOf(metric).has(label));
  return [...ofSelectors, ...groupings.filter((label) => !isSomewhere(label)).map((label) => `by ${label}`)];
};
