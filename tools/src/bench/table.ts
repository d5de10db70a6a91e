import type { Row } from './summarise.ts';

export const MEBIBYTE = 1_048_576;

const HEADS = [
  'connections',
  'scenario',
  'CPU, µs per request',
  'to bare',
  'requests/s',
  'p50, ms',
  'p99, ms',
  'memory, MiB',
  'failed',
];

/** A scenario that did not settle used more than was counted. */
const cpuCell = ({ cpuMicrosPerRequest, settled }: Row): string =>
  `${settled ? '' : '> '}${cpuMicrosPerRequest.toFixed(0)}`;

const cells = (row: Row): readonly string[] => [
  String(row.connections),
  row.scenario,
  cpuCell(row),
  row.ratio.toFixed(2),
  row.requestsPerSecond.toFixed(0),
  row.p50Ms.toFixed(1),
  row.p99Ms.toFixed(1),
  (row.peakBytes / MEBIBYTE).toFixed(0),
  String(row.failed),
];

/** The rows as a table of Markdown that a person can read too. */
export const table = (rows: readonly Row[]): string => markdownTable([HEADS, ...rows.map(cells)], 1);

/** Lines of cells as a table of Markdown, the first line its heads; all columns but one are figures. */
export const markdownTable = (lines: readonly (readonly string[])[], textColumn: number): string => {
  const heads = lines[0] ?? [];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const isText = (column: number): boolean => column === textColumn;
  const written = lines.map((line) =>
    joined(line.map((cell, column) => padded(cell, widths[column]!, isText(column)))),
  );
  const rule = joined(
    widths.map((width, column) => (isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
  );
  return [written[0], rule, ...written.slice(1)].join('\n');
};

const joined = (line: readonly string[]): string => `| ${line.join(' | ')} |`;

const padded = (cell: string, width: number, isText: boolean): string =>
  isText ? cell.padEnd(width) : cell.padStart(width);
