import type { Terminal } from '../../terminal.ts';
import { createProgressBar, grouped } from '../parts/progress-bar.ts';
import type { Standing } from './bookmark.ts';

/** How far an import has come. */
export interface Progress {
  /** To be called after each batch. */
  show(standing: Standing): void;
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
  const paceOf = ({ records }: Standing): number =>
    Math.round(((records - already) * 1_000) / Math.max(1, clock() - begun));
  return {
    show: (standing) => bar.show(part(), () => wordsOf(standing, paceOf(standing))),
    end: bar.end,
  };
};

const wordsOf = ({ records, refused }: Standing, pace: number): string =>
  `${grouped(records)} lines, ${grouped(pace)} a second, ${grouped(refused)} refused`;
