import type { Row } from './summarise.ts';
import { markdownTable } from './table.ts';

/** One thing that is aimed at, and where it is read. */
interface Target {
  readonly row: string;
  readonly scenario: string;
  readonly read: 'ratio' | 'requestsPerSecond' | 'mongod';
  readonly connections: number;
  /** What it was before the heart of the product was rebuilt; null where nobody measured it. */
  readonly before: number | null;
  readonly bound: number;
  readonly goal: number | null;
}

const CONNECTIONS = 50;
const MANY_CONNECTIONS = 400;

const ratio = (
  row: string,
  scenario: string,
  [before, bound, goal]: readonly [number | null, number, number | null],
  connections = CONNECTIONS,
): Target => ({ row, scenario, read: 'ratio', connections, before, bound, goal });

const NEW_LOGIN = "edge and resolver: new customer's login";
const PAGE_VIEW = "edge: returning visitor's page view";

/** Edge and resolver together, unless the row says otherwise. */
const TARGETS: readonly Target[] = [
  ratio("new customer's login", NEW_LOGIN, [200, 40, 25]),
  ratio("known customer's login", "edge and resolver: known customer's login", [94, 20, 12]),
  ratio('visitor merged into a customer', 'edge and resolver: visitor merged into a customer', [207, 50, 30]),
  ratio('consent given', 'edge and resolver: consent given', [247, 30, 20]),
  ratio('info, all sections', 'edge and resolver: info with all sections', [129, 25, 15]),
  ratio('edge: first visit', 'edge: first visit', [11.6, 5, 3]),
  ratio('edge: page view', PAGE_VIEW, [7.6, 4, 2.7]),
  ratio('edge: page view, 400 connections', PAGE_VIEW, [null, 3, 2], MANY_CONNECTIONS),
  ratio('resolver: page view (sink)', "resolver: returning visitor's page view", [7.4, 5, 3]),
  ratio('GraphQL by umid', 'graphql: person by umid', [82, 30, 20]),
  ratio('access token', 'auth-token: access token', [104, 40, 25]),
  ratio('standalone: new login', "standalone: new customer's login", [38, 20, null]),
  ratio('standalone: known login', "standalone: known customer's login", [18, 10, null]),
  ratio('standalone: all sections', 'standalone: info with all sections', [20, 10, null]),
  {
    ...{ row: 'logins a second, whole machine', scenario: NEW_LOGIN, read: 'requestsPerSecond' },
    ...{ connections: CONNECTIONS, before: 240, bound: 1_200, goal: 2_000 },
  },
  {
    ...{ row: 'mongod per new login, µs', scenario: NEW_LOGIN, read: 'mongod' },
    ...{ connections: CONNECTIONS, before: 3_300, bound: 600, goal: 300 },
  },
];

const valueOf = ({ read }: Target, row: Row): number | undefined => {
  if (read === 'mongod') return row.parts['mongod']?.cpuMicrosPerRequest;
  return row[read];
};

const told = (figure: number): string => (figure < 100 ? figure.toFixed(1) : figure.toFixed(0));
const toldOr = (figure: number | null): string => (figure === null ? '' : String(figure));

/** The measured beside what is aimed at, a line each for what was measured; '' where that is nothing. */
export const targetsTable = (rows: readonly Row[]): string => {
  const lines = TARGETS.flatMap((target) => {
    const row = rows.find(
      ({ scenario, connections }) => scenario === target.scenario && connections === target.connections,
    );
    const value = row === undefined ? undefined : valueOf(target, row);
    if (value === undefined) return [];
    const { before, bound, goal } = target;
    return [[target.row, toldOr(before), String(bound), toldOr(goal), told(value)]];
  });
  if (lines.length === 0) return '';
  return markdownTable([['row', 'before', 'at most', 'goal', 'measured'], ...lines], 0);
};
