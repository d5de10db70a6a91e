import type { AccountName } from '@kith/domain/pipeline';
import { knownTogether, type KnownDevice, type KnownProfile, type UmidCache } from '@kith/ports';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const ENTRY_MS = 5 * MINUTE_MS;
const CHANGED_MS = MINUTE_MS;
/** Longer than any entry lives, so that none can outlive the word that its umid was absorbed. */
const REDIRECT_MS = 10 * MINUTE_MS;

export interface MemoryUmidCacheOptions {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The most devices remembered, and the most profiles, redirects among them. */
  readonly maxEntries: number;
}

/** Stands under a umid with which everybody must ask the resolver: no version is newer. */
const REDIRECTED = { version: Infinity, known: null };

/** The edge's memory of devices and profiles, in this process. */
export const createMemoryUmidCache = ({ clock, maxEntries }: MemoryUmidCacheOptions): UmidCache => {
  const devices = createNewestCache<KnownDevice>(clock, maxEntries);
  const profiles = createNewestCache<KnownProfile | null>(clock, maxEntries);
  const keep: UmidCache['remember'] = async ({ account }, news) => {
    const keepProfile =
      (lifetimeMs: number) =>
      (known: KnownProfile): void =>
        profiles.keep(keyOf(account, known.umid), { version: known.version, known }, lifetimeMs);
    for (const umid of news.redirected ?? []) profiles.keep(keyOf(account, umid), REDIRECTED, REDIRECT_MS);
    news.changed?.forEach(keepProfile(CHANGED_MS));
    news.profiles?.forEach(keepProfile(ENTRY_MS));
    for (const known of news.devices ?? [])
      devices.keep(keyOf(account, known.umdid), { version: known.bindingVersion, known }, ENTRY_MS);
  };
  return {
    async recognise({ account }, umdid, hinted) {
      const device = devices.get(keyOf(account, umdid));
      if (device === undefined || (hinted !== null && profiles.get(keyOf(account, hinted)) === null))
        return null;
      const profile = profiles.get(keyOf(account, device.umid)) ?? null;
      return profile === null ? null : knownTogether(device, profile);
    },
    remember: keep,
    tell: keep,
    async forget({ account }, umdids) {
      for (const umdid of umdids) devices.delete(keyOf(account, umdid));
    },
  };
};

/** What is known, in the version in which it was last told. */
interface Versioned<V> {
  readonly version: number;
  readonly known: V;
}

/** The library evicts by use. When a value ends is decided here: by the clock that is given, and to the millisecond. */
const createNewestCache = <V>(clock: () => number, maxEntries: number) => {
  const values = new LRUCache<string, Versioned<V> & { readonly until: number }>({ max: maxEntries });
  const living = (key: string): Versioned<V> | undefined => {
    const found = values.get(key);
    if (found === undefined || found.until > clock()) return found;
    values.delete(key);
    return undefined;
  };
  return {
    /** The value, unless its time is over. It counts as used. */
    get: (key: string): V | undefined => living(key)?.known,
    /** Unless one of a newer version is there. */
    keep: (key: string, value: Versioned<V>, lifetimeMs: number): void => {
      const present = living(key);
      if (present === undefined || present.version <= value.version)
        values.set(key, { ...value, until: clock() + lifetimeMs });
    },
    delete: (key: string): void => void values.delete(key),
  };
};

/** No UUID holds a blank, so the account ends where it ends. */
const keyOf = (account: AccountName, id: string): string => `${id} ${account}`;
