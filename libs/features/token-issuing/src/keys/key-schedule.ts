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

/** A process may go on with the keys that it has read for so long. */
export const KEYS_FRESH_MS = 10_000;

/** How far the processes that sign and verify are from whoever administers the keys, in milliseconds. */
export interface KeyReach {
  /** How long a new key is only published. */
  readonly leadMs: number;
  /** For how long after a key's moment another may still sign in its place. */
  readonly unseenMs: number;
}

/** Replicas read the store on their own; a write to it may take some seconds. */
export const KEYS_OF_REPLICAS: KeyReach = { leadMs: KEY_LEAD_MS, unseenMs: KEYS_FRESH_MS + 5_000 };

/** One process signs and verifies: it is told of every change, or does not run. */
export const KEYS_OF_ONE_PROCESS: KeyReach = { leadMs: 0, unseenMs: 0 };

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

/** Whether some process may sign with the key, be it by what it read `unseenMs` ago. */
export const maySign = <K extends KeyMoments>(
  newestFirst: readonly K[],
  key: K,
  { unseenMs }: KeyReach,
  now: number,
): boolean => {
  const earliest = now - unseenMs;
  const turns = newestFirst.map(({ signsFrom }) => signsFrom).filter((at) => at > earliest && at < now);
  return [earliest, ...turns, now].some((at) =>
    scheduleKeys(newestFirst, at).some((one) => one.key === key && one.state === 'signing'),
  );
};

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
