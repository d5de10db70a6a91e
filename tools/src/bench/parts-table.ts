import type { Row } from './summarise.ts';
import { markdownTable, MEBIBYTE } from './table.ts';

/** The CPU of each process per request and the peak of its memory, for scenarios of several; '' where there are none. */
export const partsTable = (rows: readonly Row[]): string => {
  const apart = rows.filter(({ parts }) => Object.keys(parts).length > 2);
  if (apart.length === 0) return '';
  const names = [...new Set(apart.flatMap(({ parts }) => Object.keys(parts)))].sort();
  const apps = names.filter((name) => name !== 'mongod');
  const heads = [
    'connections',
    'scenario',
    ...names.map((name) => `${name}, µs`),
    ...apps.map((name) => `${name}, MiB`),
  ];
  const lines = apart.map(({ connections, scenario, parts }) => [
    String(connections),
    scenario,
    ...names.map((name) => parts[name]?.cpuMicrosPerRequest.toFixed(0) ?? ''),
    ...apps.map((name) => ((parts[name]?.peakBytes ?? 0) / MEBIBYTE).toFixed(0)),
  ]);
  return markdownTable([heads, ...lines], 1);
};
