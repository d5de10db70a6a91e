import type { KeyState } from '@kith/ports';

/** When a key was made and from when on it signs, in epoch milliseconds. */
export interface KeyMoments {
  readonly createdAt: number;
  readonly signsFrom: number;
}

/**
 * How long a new key is only published: longer than `/.well-known/jwks.json` may be kept (5 minutes) after the last
 * process has noticed the key, with room for clocks that differ.
 */
export const KEY_LEAD_MS = 10 * 60_000;

/** A process may go on signing with an old key for as long as it does not know the new one, or its clock is behind. */
const LATE_MS = 5 * 60_000;

/** Every key, newest first, with what it does now: the newest whose moment has come signs. */
export const scheduleKeys = <K extends KeyMoments>(
  newestFirst: readonly K[],
  now: number,
): readonly { readonly key: K; readonly state: KeyState }[] => {
  const begun = newestFirst.findIndex(({ signsFrom }) => signsFrom <= now);
  // Another machine's clock, ahead of this one, made the only key.
  const signing = begun === -1 ? newestFirst.length - 1 : begun;
  return newestFirst.map((key, index) => ({ key, state: stateAt(index - signing) }));
};

const stateAt = (distance: number): KeyState =>
  distance === 0 ? 'signing' : distance < 0 ? 'next' : 'verifying';

/** The keys whose last tokens have expired, where tokens live so long. */
export const keysThatAreOver = <K extends KeyMoments>(
  newestFirst: readonly K[],
  tokenLifeMs: number,
  now: number,
): readonly K[] =>
  newestFirst.filter((_, index) => {
    const newer = newestFirst.slice(0, index).map(({ signsFrom }) => signsFrom);
    return Math.min(...newer) + tokenLifeMs + LATE_MS <= now;
  });
