export interface BackOffOptions {
  /** The pause after the first failure, in milliseconds; it doubles with each further one. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** The part of a pause that is left to chance, from 0 to 1, so that those who failed together do not meet again. */
  readonly jitter?: number;
  /** From 0 to 1; needed where there is jitter. */
  readonly random?: () => number;
}

/** The pause in milliseconds after so many failures in a row, the first of which is 1. */
export type BackOff = (failures: number) => number;

/** So many doublings are beyond every bound, and still a number. */
const MAX_DOUBLINGS = 30;

/** A back-off that doubles up to its bound. */
export const createBackOff =
  ({ firstMs, maxMs, jitter = 0, random = () => 1 }: BackOffOptions): BackOff =>
  (failures) => {
    const grown = Math.min(maxMs, firstMs * 2 ** Math.min(MAX_DOUBLINGS, failures - 1));
    return jitter === 0 ? grown : grown * (1 - jitter + jitter * random());
  };

/** Short pauses, all of them chance, for those who lost a race and try again at once: they must not meet again. */
export const conflictBackOff = createBackOff({ firstMs: 1, maxMs: 50, jitter: 1, random: Math.random });
