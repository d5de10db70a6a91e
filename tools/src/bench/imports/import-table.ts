import { median } from '../summarise.ts';
import { markdownTable } from '../table.ts';
import type { ImportSample } from './measure-imports.ts';

const HEADS = ['import', 'lines', 'lines/s', 'CPU, s per 100,000 lines'];

/** The medians of each import over its rounds. */
export const importTable = (samples: readonly ImportSample[]): string => {
  const names = [...new Set(samples.map(({ scenario }) => scenario))];
  const rows = names.map((name) => {
    const group = samples.filter(({ scenario }) => scenario === name);
    return [
      name,
      String(group[0]!.lines),
      median(group.map(({ lines, seconds }) => lines / seconds)).toFixed(0),
      median(group.map(({ lines, cpuMs }) => (cpuMs * 100) / lines)).toFixed(1),
    ];
  });
  return markdownTable([HEADS, ...rows], 0);
};
