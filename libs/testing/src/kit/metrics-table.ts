/** A metric as docs/metrics.md has it, or as an app tells it. */
export interface KnownMetric {
  readonly name: string;
  readonly type: string;
  /** Its own, in the order of the alphabet. */
  readonly labels: readonly string[];
}

/** A row of docs/metrics.md. */
export interface MetricRow extends KnownMetric {
  readonly unit: string;
  /** Which apps have it. */
  readonly apps: readonly string[];
  readonly meaning: string;
}

const APPS = [
  'activation',
  'auth-token',
  'graphql-query',
  'identity-resolver',
  'info-ingest',
  'standalone',
] as const;

const ROW = /^\| `(\w+)`\s*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|(.*)\|$/gm;

/** The rows of the tables of docs/metrics.md. */
export const metricRows = (page: string): readonly MetricRow[] =>
  Array.from(page.matchAll(ROW), ([, name = '', ...cells]) => {
    const [type = '', unit = '', labels = '', apps = '', meaning = ''] = cells.map((cell) => cell.trim());
    const named = Array.from(labels.matchAll(/`(\w+)`/g), ([, label = '']) => label).toSorted();
    return { name, type, unit, labels: named, apps: appsOf(apps), meaning };
  });

const appsOf = (cell: string): readonly string[] => {
  if (cell === 'all') return APPS;
  if (cell === 'all but activation') return APPS.filter((app) => app !== 'activation');
  return APPS.filter((app) => cell.split(/,? /).includes(app));
};

/** What every metric has, and what only buckets have. */
const COMMON_LABELS = new Set(['app', 'le']);

/** The metrics of Prometheus' text format; labels are those of the samples that there are, null where there is none. */
export const toldMetrics = (
  text: string,
): readonly (Omit<KnownMetric, 'labels'> & { readonly labels: readonly string[] | null })[] =>
  Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type = '']) => {
    const suffix = type === 'histogram' ? '(?:_bucket|_sum|_count)' : '';
    const samples = Array.from(text.matchAll(new RegExp(`^${name}${suffix}\\{(.*)\\} `, 'gm')));
    const labels = samples.flatMap(([, all = '']) =>
      Array.from(all.matchAll(/(?:^|,)(\w+)="/g), ([, label = '']) => label),
    );
    const own = [...new Set(labels)].filter((label) => !COMMON_LABELS.has(label)).toSorted();
    return { name, type, labels: samples.length === 0 ? null : own };
  });
