import type { Terminal } from '../../terminal.ts';
import type { Standing } from './bookmark.ts';

/** How far an import has come. */
export interface Progress {
  /** To be called after each batch. */
  show(standing: Standing): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** What the progress of an import is told from. */
export interface ProgressParts {
  readonly terminal: Terminal;
  /** Which part of the file is through, from 0 to 1; null where nobody knows. */
  readonly part: () => number | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly already: number;
}

const BAR_WIDTH = 24;
/** A bar may move often; lines that stay must be few. */
const BAR_MS = 200;
const LINE_MS = 5_000;

/** A bar where standard error is a terminal, else a plain line every few seconds. */
export const createProgress = ({ terminal, part, clock, already }: ProgressParts): Progress => {
  const begun = clock();
  const { status } = terminal;
  let next = begun + (status === null ? LINE_MS : 0);
  const show = (standing: Standing): void => {
    const now = clock();
    if (now < next) return;
    next = now + (status === null ? LINE_MS : BAR_MS);
    const pace = Math.round(((standing.records - already) * 1_000) / Math.max(1, now - begun));
    const words = wordsOf(standing, pace);
    if (status === null) terminal.message([percent(part()), words].filter((text) => text !== '').join(' '));
    else status(`${bar(part())} ${words}`);
  };
  return { show, end: () => status?.('') };
};

const wordsOf = ({ records, refused }: Standing, pace: number): string =>
  `${grouped(records)} lines, ${grouped(pace)} a second, ${grouped(refused)} refused`;

/** A number as a person reads it. */
export const grouped = (number: number): string => number.toLocaleString('en');

const percent = (part: number | null): string => (part === null ? '' : `${Math.floor(part * 100)} %`);

const bar = (part: number | null): string => {
  if (part === null) return '';
  const filled = Math.round(part * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${percent(part).padStart(5)}`;
};
