import { parseJwks, type Jwks, type VerifyingKey } from './jwks.ts';

/** After this the keys are fetched again in the background: a key that was withdrawn ends being good. */
const FRESH_MS = 5 * 60_000;
/** After this nothing is believed any more that could not be fetched again. */
const MAX_USE_MS = 15 * 60_000;
/** An unknown key may be a new one; but made-up names must not become a flood of fetches. */
const PAUSE_MS = 5_000;

/** The issuer's public keys. */
export interface KeySet {
  /** The key of that name, or null; rejects where the keys cannot be had. */
  find(kid: string): Promise<VerifyingKey | null>;
  /** The keys have changed: they are fetched anew before the next token is believed. */
  forget(): void;
}

export interface KeySetDeps {
  readonly jwks: () => Promise<Jwks>;
  readonly clock: () => number;
  /** Told of a fetch in the background that failed; the keys at hand stay in use. */
  readonly onStale: (fault: unknown) => void;
}

/** Parses each set of keys once and keeps it; fetches are never made twice at the same time. */
export const createKeySet = ({ jwks, clock, onStale }: KeySetDeps): KeySet => {
  let keys: ReadonlyMap<string, VerifyingKey> = new Map();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;
  let changes = 0;

  const fetchKeys = async (): Promise<void> => {
    triedAt = clock();
    const before = changes;
    const fetched = parseJwks(await jwks());
    if (changes !== before) return fetchKeys();
    keys = fetched;
    fetchedAt = triedAt;
  };
  const refresh = (): Promise<void> => {
    fetching ??= fetchKeys().finally(() => (fetching = null));
    return fetching;
  };
  // A clock that was set back must not keep old keys in use.
  const since = (moment: number): number => {
    const elapsed = clock() - moment;
    return elapsed < 0 ? Number.POSITIVE_INFINITY : elapsed;
  };

  return {
    find: async (kid) => {
      const mayBeNew = !keys.has(kid) && (fetching !== null || since(triedAt) >= PAUSE_MS);
      if (since(fetchedAt) >= MAX_USE_MS || mayBeNew) await refresh();
      else if (since(fetchedAt) >= FRESH_MS && since(triedAt) >= PAUSE_MS) refresh().catch(onStale);
      return keys.get(kid) ?? null;
    },
    forget: () => {
      changes += 1;
      fetchedAt = triedAt = Number.NEGATIVE_INFINITY;
    },
  };
};
