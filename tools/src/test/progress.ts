import type { SuiteOutcome } from './suite-outcome.ts';

/** A suite that took as long is named when it ends, in seconds. */
const SLOW_S = 5;
/** At the latest after that something is said, in milliseconds. */
const SILENT_MS = 10_000;
/** So many are named at the end. */
const SLOWEST = 10;

export interface Progress {
  readonly onSuite: (outcome: SuiteOutcome) => void;
  readonly stop: () => void;
}

/** Says how far a run of so many suites is, which of them are slow and which have failed. */
export const showProgress = (suites: number, say: (line: string) => void): Progress => {
  let [ended, failed, told] = [0, 0, performance.now()];
  const tell = (what: string): void => {
    told = performance.now();
    const faults = failed === 0 ? '' : `, ${failed} failed`;
    say(`${ended} of ${suites} suites${faults}${what}`);
  };
  const timer = setInterval(() => {
    if (performance.now() - told >= SILENT_MS) tell('');
  }, 1_000);
  return {
    onSuite: (outcome) => {
      ended += 1;
      if (outcome.failures.length > 0) failed += 1;
      if (outcome.failures.length > 0 || outcome.seconds >= SLOW_S) tell(`: ${lineOf(outcome)}`);
    },
    stop: () => clearInterval(timer),
  };
};

const lineOf = ({ file, seconds, failures }: SuiteOutcome): string =>
  `${failures.length > 0 ? 'FAILED ' : ''}${file} (${seconds.toFixed(1)} s)`;

/** The suites that took longest, the longest first. */
export const slowestLines = (outcomes: readonly SuiteOutcome[]): readonly string[] => [
  'The slowest suites, in seconds:',
  ...outcomes
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
];
