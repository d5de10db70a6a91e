import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { dashboardFiles, dashboards } from './dashboard-files.ts';
import { knownNames, readAlerts, readRecordings, unknownIn, type Alert } from './known-names.ts';
import { namesIn } from './promql-names.ts';

const read = (path: string): Promise<string> => readFile(join(workspaceRoot, path), 'utf8');

let known: ReadonlyMap<string, ReadonlySet<string>>;
let alerts: readonly Alert[];
beforeAll(async () => {
  known = await knownNames();
  alerts = await readAlerts();
});

const unknownOf = (expressions: readonly string[]): readonly string[] =>
  expressions.flatMap((expr) => unknownIn(expr, known).map((name) => `${name} in ${expr}`));

describe('what an expression names', () => {
  test('are metrics with the labels that choose them, and labels that group', () => {
    expect(namesIn('sum by (le) (rate(a_bucket{b="c"}[$__rate_interval])) / d > 0')).toEqual({
      selectors: [
        { metric: 'a_bucket', labels: ['b'] },
        { metric: 'd', labels: [] },
      ],
      groupings: ['le'],
    });
    expect(() => namesIn('sum(rate(a[5m])')).toThrow('no PromQL');
  });

  test('is found out where nobody has it', () => {
    expect(unknownIn('sum by (nothing) (kith_sink_lag_records{nobody="1"}) > kith_none', known)).toEqual([
      'kith_sink_lag_records{nobody}',
      'kith_none',
      'by nothing',
    ]);
  });
});

describe('the rules', () => {
  test('name metrics and labels that apps have', async () => {
    const rules = [...alerts, ...(await readRecordings())];
    expect(rules.length).toBeGreaterThan(50);
    expect(unknownOf(rules.map(({ expr }) => expr))).toEqual([]);
  });

  test('say of each alert how urgent it is, what is wrong, and which page leads on', async () => {
    for (const { alert, labels, annotations } of alerts) {
      expect(['page', 'ticket'], alert).toContain(labels.severity);
      expect(annotations.summary, alert).not.toBe('');
      expect(annotations.description, alert).not.toBe('');
      const page = await read(annotations.runbook_url);
      expect(alert.startsWith(/^# (\w+)$/m.exec(page)?.[1] ?? 'none'), alert).toBe(true);
    }
  });

  test('have a case in which each alert fires', async () => {
    const cases = await read('deploy/monitoring/rules/tests.yaml');
    const unseen = alerts.filter(({ alert }) => !cases.includes(`{alertname="${alert}"}`));
    expect(unseen.map(({ alert }) => alert)).toEqual([]);
  });
});

describe('the runbooks', () => {
  test('are those of the alerts, and stand in the list', async () => {
    const files = (await readdir(join(workspaceRoot, 'docs/runbooks'))).filter(
      (file) => file !== 'README.md',
    );
    const paths = files.map((file) => `docs/runbooks/${file}`).toSorted();
    const wanted = new Set(alerts.map(({ annotations }) => annotations.runbook_url));
    expect(paths).toEqual([...wanted].toSorted());
    const list = await read('docs/runbooks/README.md');
    expect(files.filter((file) => !list.includes(`](${file})`))).toEqual([]);
  });

  test('say what it means, what visitors notice, what to look at and what to do, by commands and metrics that exist', async () => {
    const commands = await read('docs/commands.md');
    for (const file of await readdir(join(workspaceRoot, 'docs/runbooks'))) {
      const page = await read(`docs/runbooks/${file}`);
      if (file !== 'README.md') {
        expect(Array.from(page.matchAll(/^## (.+)$/gm), ([, heading]) => heading)).toEqual([
          ...['What it means', 'What visitors notice', 'What to look at', 'What to do'],
        ]);
      }
      const named = Array.from(page.matchAll(/`(kith (?:[a-z-]+ )*[a-z-]+)/g), ([, command = '']) => command);
      expect(
        named.filter((command) => !namesCommand(commands, command)),
        file,
      ).toEqual([]);
      const metrics = Array.from(
        page.matchAll(/\b((?:kith|http|nodejs|process)_[a-z0-9_]+)\b/g),
        ([, name = '']) => name,
      );
      expect(
        metrics.filter((name) => !isMetric(name)),
        file,
      ).toEqual([]);
    }
  });

  const isMetric = (name: string): boolean => known.has(name) || known.has(`${name}_bucket`);
});

/** The page lists forms such as `kith destinations pause\|resume NAME`. */
const namesCommand = (page: string, command: string): boolean => {
  const [, ...words] = command.split(' ');
  return Array.from(page.matchAll(/^\| `(kith [^`]+)`/gm), ([, form = '']) => form.split(' ').slice(1)).some(
    (form) => words.every((word, at) => form[at]?.split('\\|').includes(word) === true),
  );
};

describe('the dashboards', () => {
  test('are written as the sources have them: npx -y pnpm@12 docs:settings', async () => {
    const files = await readdir(join(workspaceRoot, 'deploy/monitoring/dashboards'));
    expect(files.map((file) => `deploy/monitoring/dashboards/${file}`).toSorted()).toEqual(
      dashboardFiles()
        .map(([path]) => path)
        .toSorted(),
    );
    for (const [path, content] of dashboardFiles()) expect(await read(path), path).toBe(content);
  });

  test('name metrics and labels that apps have', () => {
    const queries = dashboards.flatMap(({ rows }) =>
      rows.flatMap(({ panels }) => panels.flatMap((panel) => panel.queries)),
    );
    expect(queries.length).toBeGreaterThan(60);
    expect(unknownOf(queries.map(({ expr }) => expr))).toEqual([]);
  });

  test('name their lines by labels that are left, and say what each panel means', () => {
    for (const { title, rows } of dashboards) {
      const panels = rows.flatMap((row) => row.panels);
      expect(new Set(panels.map((panel) => panel.title)).size, title).toBeGreaterThan(panels.length / 2);
      for (const { description, unit, queries } of panels) {
        expect([description, unit]).not.toContain('');
        const lost = queries.filter(({ expr, legend }) => !isLeft(expr, legend));
        expect(lost).toEqual([]);
      }
    }
  });

  const isLeft = (expr: string, legend: string): boolean => {
    const { selectors, groupings } = namesIn(expr);
    const labels = new Set([
      ...groupings,
      ...selectors.flatMap(({ metric }) => [...(known.get(metric) ?? [])]),
    ]);
    const isGrouped = groupings.length > 0;
    return Array.from(legend.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label).every((label) =>
      isGrouped ? groupings.includes(label) : labels.has(label),
    );
  };
});
