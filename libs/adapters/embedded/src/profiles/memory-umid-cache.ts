import type { AccountName } from '@kith/domain/pipeline';
import type { CacheEntry, UmidCache } from '@kith/ports';
import { LRUCache } from 'lru-cache';

const ENTRY_MS = 5 * 60 * 1000;
/** Longer than any entry lives, so that none can outlive the word that its umid was absorbed. */
const REDIRECT_MS = 10 * 60 * 1000;

export interface MemoryUmidCacheOptions {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The most devices remembered, and the most redirects. */
  readonly maxEntries: number;
}

/** The edge's memory of devices, in this process. */
export const createMemoryUmidCache = ({ clock, maxEntries }: MemoryUmidCacheOptions): UmidCache => {
  const entries = createExpiringCache<CacheEntry>(clock, maxEntries, ENTRY_MS);
  const redirects = createExpiringCache<true>(clock, maxEntries, REDIRECT_MS);
  return {
    async recognise({ account }, umdid, hinted) {
      const entry = entries.get(keyOf(account, umdid));
      const umids = [hinted, entry?.umid ?? null].filter((umid) => umid !== null);
      return { entry, redirected: umids.some((umid) => redirects.get(keyOf(account, umid)) !== null) };
    },
    async remember({ account }, umdid, entry) {
      const key = keyOf(account, umdid);
      const present = entries.get(key);
      if (present === null || !isNewer(present, entry)) entries.set(key, entry);
    },
    async redirect({ account }, absorbed) {
      redirects.set(keyOf(account, absorbed), true);
    },
    async forget({ account }, umdid) {
      entries.delete(keyOf(account, umdid));
    },
  };
};

/** The library evicts by use. When a value ends is decided here: by the clock that is given, and to the millisecond. */
const createExpiringCache = <V>(clock: () => number, maxEntries: number, lifetimeMs: number) => {
  const values = new LRUCache<string, { readonly value: V; readonly until: number }>({ max: maxEntries });
  return {
    /** The value, unless its time is over. It counts as used. */
    get: (key: string): V | null => {
      const found = values.get(key);
      if (found === undefined) return null;
      if (found.until > clock()) return found.value;
      values.delete(key);
      return null;
    },
    set: (key: string, value: V): void => void values.set(key, { value, until: clock() + lifetimeMs }),
    delete: (key: string): void => void values.delete(key),
  };
};

/** No UUID holds a blank, so the account ends where it ends. */
const keyOf = (account: AccountName, id: string): string => `${id} ${account}`;

const isNewer = (a: CacheEntry, b: CacheEntry): boolean =>
  a.bindingVersion > b.bindingVersion ||
  (a.bindingVersion === b.bindingVersion && a.profileVersion > b.profileVersion);
