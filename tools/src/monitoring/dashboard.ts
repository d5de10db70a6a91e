/** What a panel shows: one line for each query. */
export interface Panel {
  readonly title: string;
  /** What it means, and what is well. */
  readonly description: string;
  /** One of Grafana's, such as `reqps`, `s` or `percentunit`. */
  readonly unit: string;
  readonly queries: readonly Query[];
}

export interface Query {
  readonly expr: string;
  /** What a line is called: labels in double braces. */
  readonly legend: string;
}

/** Panels of one subject, beside and below each other. */
export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** Stays: links lead to it. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
}

const COLUMNS = 3;
const WIDTH = 24 / COLUMNS;
const HEIGHT = 8;
const DATA_SOURCE = { type: 'prometheus', uid: '${datasource}' };

/** The dashboard as Grafana takes it (schema version 39). */
export const grafanaDashboard = ({ uid, title, description, rows }: Dashboard): object => ({
  uid,
  title,
  description,
  tags: ['kith'],
  schemaVersion: 39,
  editable: false,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }],
  },
  links: [
    {
      type: 'dashboards',
      title: 'Kith',
      tags: ['kith'],
      asDropdown: true,
      includeVars: true,
      keepTime: true,
    },
  ],
  panels: panelsOf(rows),
});

const panelsOf = (rows: readonly Row[]): readonly object[] => {
  const made: object[] = [];
  let y = 0;
  for (const { title, panels } of rows) {
    made.push({
      id: made.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
    });
    y += 1;
    for (const [index, panel] of panels.entries()) {
      const place = { x: (index % COLUMNS) * WIDTH, y: y + Math.floor(index / COLUMNS) * HEIGHT };
      made.push(grafanaPanel(panel, made.length + 1, place));
    }
    y += Math.ceil(panels.length / COLUMNS) * HEIGHT;
  }
  return made;
};

const grafanaPanel = (
  { title, description, unit, queries }: Panel,
  id: number,
  place: { readonly x: number; readonly y: number },
): object => ({
  id,
  type: 'timeseries',
  title,
  description,
  datasource: DATA_SOURCE,
  gridPos: { ...place, w: WIDTH, h: HEIGHT },
  fieldConfig: {
    defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } },
    overrides: [],
  },
  options: {
    legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
  targets: queries.map(({ expr, legend }, index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource: DATA_SOURCE,
    expr,
    legendFormat: legend,
  })),
});
