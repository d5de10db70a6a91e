import { boundTo, isStrayed } from '../identity/index.ts';
import type { Commit, Device, Identifier, Profile, SharedHolding, Umdid, Umid } from '../identity/index.ts';
import type { Suppression, SuppressionKey } from '../privacy/index.ts';
import { followRedirects, type StoredAt, type Walk } from './follow-redirects.ts';
import { MAX_HOLDINGS, NO_KEYS, type IdentityKeys, type IdentityRows, type RedirectMark } from './identity-rows.ts';
import type { Detour, Found, Loaded, Owner, Wanted } from './lookup.ts';

/** Links are bounded to 32 profiles (docs/behaviour.md#links). */
const MAX_HOLDERS = 32;

/** What wanted keys lead to, or what must be read before that can be said. */
export type LookupOutcome =
  | { readonly kind: 'loaded'; readonly loaded: Loaded; readonly detours: readonly Detour[] }
  | { readonly kind: 'missing'; readonly keys: IdentityKeys };

/**
 * The identity data of one account as far as they have been read, with what commits have made of them since: what a
 * group of decisions is made on, one after the other. A key that was read and is not stored is known to be absent.
 */
export interface IdentityView {
  /** Takes in what the store holds under keys; what the view knows already stays as it is. */
  add(keys: IdentityKeys, rows: IdentityRows): void;
  lookUp(wanted: Wanted): LookupOutcome;
  /** The data as they are once a commit that was decided on them is applied. */
  apply(commit: Commit): void;
}

export const createIdentityView = (): IdentityView => {
  const known = emptyKnown();
  return {
    add: (keys, rows) => addRows(known, keys, rows),
    lookUp: (wanted) => lookUpIn(known, wanted),
    apply: (commit) => applyTo(known, commit),
  };
};

/** By full keys; null stands for what was read and is not stored. */
interface Known {
  readonly profiles: Map<Umid, Profile | RedirectMark | null>;
  readonly devices: Map<Umdid, Device | null>;
  readonly owners: Map<string, Umid | null>;
  /** Most recent first. */
  readonly holdings: Map<string, readonly SharedHolding[]>;
  readonly suppressions: Map<SuppressionKey, Suppression | null>;
}

const emptyKnown = (): Known => ({
  profiles: new Map(),
  devices: new Map(),
  owners: new Map(),
  holdings: new Map(),
  suppressions: new Map(),
});

/** No two identifiers give the same text. */
const textOf = ({ name, value }: Identifier): string => `${name.length}:${name}${value}`;

const addRows = (known: Known, keys: IdentityKeys, rows: IdentityRows): void => {
  const fresh = <K, V>(map: Map<K, V | null>, asked: readonly K[], found: Iterable<readonly [K, V]>): void => {
    const stored = new Map(found);
    for (const key of asked) if (!map.has(key)) map.set(key, stored.get(key) ?? null);
  };
  fresh(known.profiles, keys.umids, rows.profiles.map((row) => [row.umid, row]));
  fresh(known.devices, keys.umdids, rows.devices.map((device) => [device.umdid, device]));
  fresh(known.owners, keys.identifiers.map(textOf), rows.owners.map((row) => [textOf(row), row.umid]));
  fresh(known.suppressions, keys.suppressions, rows.suppressions.map((row) => [row.key, row]));
  const holdings = Map.groupBy(rows.holdings, textOf);
  for (const text of keys.shared.map(textOf)) {
    if (!known.holdings.has(text)) known.holdings.set(text, (holdings.get(text) ?? []).toSorted(byRecency));
  }
};

const byRecency = (a: SharedHolding, b: SharedHolding): number =>
  b.lastSeen - a.lastSeen || (a.umid < b.umid ? 1 : -1);

/** Collects what one look finds, and what it would have to know for it. */
class Lookup {
  readonly detours: Detour[] = [];
  private readonly known: Known;
  private readonly missing = { umids: new Set<Umid>(), umdids: new Set<Umdid>() };
}
