import type { Tally } from './suite-outcome.ts';

/** What `pnpm test` says at its end. The last line is the count, in the form that machines read. */
export const summaryLines = (
  { passed, failed, failures, leftOut }: Tally,
  requireAll: boolean,
): readonly string[] => {
  const counted = requireAll ? failed + leftOut.length : failed;
  const word = requireAll ? 'Left out, although everything is required' : 'Left out';
  return [
    ...(leftOut.length === 0 ? ['Nothing was left out.'] : [`${word}:`]),
    ...leftOut.map((line) => `  ${line}`),
    ...(failures.length === 0 ? [] : ['', 'Failed:', ...failures.map((line) => `  ${line}`), '']),
    `${passed} passed, ${counted} failed`,
  ];
};

type Counts = Omit<Tally, 'failures'>;

/** 0 only when something ran, nothing failed, and nothing required was left out. */
export const exitCodeOf = ({ passed, failed, leftOut }: Counts, requireAll: boolean): number =>
  passed === 0 || failed > 0 || (requireAll && leftOut.length > 0) ? 1 : 0;

/** Of a part of a run: on a machine that lacks what all of its suites need, the others are still a run. */
export const exitCodeOfPart = (part: Counts, requireAll: boolean): number =>
  !requireAll && part.failed === 0 && part.leftOut.length > 0 ? 0 : exitCodeOf(part, requireAll);
