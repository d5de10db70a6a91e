import { pauseAfter } from './back-off.ts';
import type { Patience } from './back-off.ts';

/** Whether a destination answers at all, as far as the last tries tell. */
export interface Line {
  /** Whether nobody is to be tried but the one that probes. */
  isDown(): boolean;
  /** Why, in the words of the last failure. */
  why(): string;
  /** How long until the next probe, in milliseconds; 0: it is due. */
  probeInMs(): number;
  /** Somebody got an answer that is about the parcel. */
  answered(): void;
  /** Somebody got none, or was asked to come back after so many milliseconds. */
  failed(why: string, askedMs?: number): void;
  /** Nobody is there to probe with: the next one may try. */
  reopen(): void;
}

/** What a line is made with. */
export interface LineParts {
  readonly patience: Patience;
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly chance: () => number;
}

/** So many failures without an answer between them say something about the destination, not about a parcel. */
const FAILURES_OF_A_LINE = 5;

/** A line that goes down after some failures in a row, or when the receiver asks for a pause. */
export const createLine = ({ patience, clock, chance }: LineParts): Line => {
  let [failures, probes, probeAt, lastWhy] = [0, 0, 0, ''];
  let isDown = false;
  const up = (): void => {
    isDown = false;
    [failures, probes] = [0, 0];
  };
  return {
    isDown: () => isDown,
    why: () => lastWhy,
    probeInMs: () => Math.max(0, probeAt - clock()),
    answered: up,
    failed: (why, askedMs) => {
      lastWhy = why;
      failures += 1;
      if (failures < FAILURES_OF_A_LINE && askedMs === undefined && !isDown) return;
      isDown = true;
      probes += 1;
      const pauses = { firstPauseMs: patience.firstPauseMs, longestPauseMs: patience.longestProbePauseMs };
      probeAt = Math.max(probeAt, clock() + pauseAfter(probes, pauses, chance(), askedMs));
    },
    reopen: up,
  };
};
