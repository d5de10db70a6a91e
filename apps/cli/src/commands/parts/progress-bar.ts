import type { Terminal } from '../../terminal.ts';

/** Shows how far something has come. */
export interface ProgressBar {
  /** To be called as often as one likes: `part` is from 0 to 1, null where nobody knows; `words` say the rest. */
  show(part: number | null, words: () => string): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

const BAR_WIDTH = 24;
/** A bar may move often; lines that stay must be few. */
const BAR_MS = 200;
const LINE_MS = 5_000;

/** A bar where standard error is a terminal, else a plain line every few seconds; the clock is in epoch milliseconds. */
export const createProgressBar = (terminal: Terminal, clock: () => number): ProgressBar => {
  const { status } = terminal;
  let next = clock() + (status === null ? LINE_MS : 0);
  const show: ProgressBar['show'] = (part, words) => {
    const now = clock();
    if (now < next) return;
    next = now + (status === null ? LINE_MS : BAR_MS);
    if (status === null) terminal.message([percent(part), words()].filter((text) => text !== '').join(' '));
    else status(`${bar(part)} ${words()}`);
  };
  return { show, end: () => status?.('') };
};

/** A number as a person reads it. */
export const grouped = (number: number): string => number.toLocaleString('en');

const percent = (part: number | null): string => (part === null ? '' : `${Math.floor(part * 100)} %`);

const bar = (part: number | null): string => {
  if (part === null) return '';
  const filled = Math.round(part * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${percent(part).padStart(5)}`;
};
