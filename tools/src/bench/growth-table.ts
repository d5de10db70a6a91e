import type { Row } from './summarise.ts';
import { markdownTable } from './table.ts';

/** No row may grow by more, in percent, whatever lies beside it. */
const MAX_GROWTH_PERCENT = 15;

/** How each row has grown from the fewest customers to the most; '' where all were measured at one number. */
export const growthTable = (rows: readonly Row[]): string => {
  const populations = [...new Set(rows.map(({ population }) => population))].sort((a, b) => a - b);
  const [few, many] = [populations[0]!, populations.at(-1)!];
  if (few === many) return '';
  const lines = rows
    .filter(({ population }) => population === few)
    .flatMap((row) => {
      const grown = rows.find(
        ({ population, scenario, connections }) =>
          population === many && scenario === row.scenario && connections === row.connections,
      );
      return grown === undefined ? [] : [lineOf(row, grown)];
    });
  const heads = ['connections', 'scenario', `at ${few}`, `at ${many}`, 'grown by, %', ''];
  return markdownTable([heads, ...lines], 1);
};

const lineOf = (row: Row, grown: Row): readonly string[] => {
  const percent = (grown.ratio / row.ratio - 1) * 100;
  const { connections, scenario, ratio } = row;
  const mark = percent > MAX_GROWTH_PERCENT ? 'too much' : '';
  return [String(connections), scenario, ratio.toFixed(1), grown.ratio.toFixed(1), percent.toFixed(0), mark];
};
