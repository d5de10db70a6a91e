import type { Terminal } from '../../terminal.ts';
import { createProgressBar, grouped } from '../parts/progress-bar.ts';
import type { ImportTally } from './bookmark.ts';

/** How far an import has come. */
export interface Progress {
  /** To be called after each batch. */
  show(tally: ImportTally): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** What the progress of an import is told from. */
export interface ProgressDeps {
  readonly terminal: Terminal;
  /** Which part of the file is through, from 0 to 1; null where nobody knows. */
  readonly part: () => number | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly already: number;
}

/** Lines, their pace and what was refused. */
export const createProgress = ({ terminal, part, clock, already }: ProgressDeps): Progress => {
  const begun = clock();
  const bar = createProgressBar(terminal, clock);
  const paceOf = ({ records }: ImportTally): number =>
    Math.round(((records - already) * 1_000) / Math.max(1, clock() - begun));
  return {
    show: (tally) => bar.show(part(), () => wordsOf(tally, paceOf(tally))),
    end: bar.end,
  };
};

const wordsOf = ({ records, refused }: ImportTally, pace: number): string =>
  `${grouped(records)} lines, ${grouped(pace)} a second, ${grouped(refused)} refused`;
