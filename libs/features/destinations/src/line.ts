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
  /**
   * Somebody begins to send; how long that may take, in milliseconds. While the line is down and a probe is due, this is
   * the probe: it is over when the next one is due, so that none holds up another. The pauses grow beyond what a call may
   * take, so that whoever is slow to answer is heard in the end.
   */
  sending(): number;
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
    [failures, probes, probeAt] = [0, 0, 0];
  };
  const pauses = { firstPauseMs: patience.firstPauseMs, longestPauseMs: patience.longestProbePauseMs };
  const pause = (): number => pauseAfter(probes + 1, pauses, chance());
  const probeAfter = (ms: number): void => {
    probeAt = Math.max(probeAt, clock() + ms);
  };
  return {
    isDown: () => isDown,
    why: () => lastWhy,
    probeInMs: () => Math.max(0, probeAt - clock()),
    sending: () => {
      // Calls that were about to begin when the line went down are no probes, however many they are.
      if (!isDown || probeAt > clock()) return Infinity;
      probes += 1;
      const ms = pause();
      probeAfter(ms);
      return ms;
    },
    answered: up,
    failed: (why, askedMs) => {
      lastWhy = why;
      failures += 1;
      // Those that were under way when the line went down say nothing new.
      if (!isDown && (failures >= FAILURES_OF_A_LINE || askedMs !== undefined)) {
        isDown = true;
        probeAfter(pause());
      }
      if (askedMs !== undefined) probeAfter(pauseAfter(1, pauses, chance(), askedMs));
    },
    reopen: up,
  };
};
