import {
  boundTo,
  isStrayed,
  type Commit,
  type Device,
  type Identifier,
  type Profile,
  type SharedHolding,
  type Umdid,
  type Umid,
} from '../identity/index.ts';
import type { Suppression, SuppressionKey } from '../privacy/index.ts';
import { createGroupDraft } from './group-draft.ts';
import { identifierText } from './identifier-text.ts';
import { walk, type Walk } from './follow-redirects.ts';
import { MAX_HOLDINGS, type IdentityKeys, type IdentityRows, type RedirectMark } from './identity-rows.ts';
import type { Detour, Found, Loaded, Owner, Wanted } from './lookup.ts';

/** Links are bounded to 32 profiles (docs/behaviour.md#links). */
const MAX_HOLDERS = 32;

/** What wanted keys lead to, or what must be read before that can be said. */
export type LookupOutcome =
  | { readonly kind: 'loaded'; readonly loaded: Loaded; readonly detours: readonly Detour[] }
  | { readonly kind: 'missing'; readonly keys: IdentityKeys };

/**
 * The identity data of one account as far as they have been read, with what decisions have made of them since: what a
 * group of decisions is made on, one after the other. A key that was read and is not stored is known to be absent.
 */
export interface IdentityView {
  /**
   * Takes in what the store holds under keys. What the view knows already stays as it is, but for suppressions: the
   * later look counts.
   */
  add(keys: IdentityKeys, rows: IdentityRows): void;
  lookUp(wanted: Wanted): LookupOutcome;
  /** Goes on with the data as a commit leaves them that was decided on this view. */
  apply(commit: Commit): void;
  /** All that was applied as one commit, which takes for granted what was read; empty where nothing was. */
  changes(): Commit;
}

export const createIdentityView = (): IdentityView => {
  const known = nothingKnown();
  const draft = createGroupDraft();
  return {
    add: (keys, rows) => addRows(known, keys, rows),
    lookUp: (wanted) => lookUpIn(known, wanted),
    apply: (commit) => {
      draft.add(commit, (identifier) => known.owners.get(identifierText(identifier)) ?? null);
      applyTo(known, commit);
    },
    changes: draft.commit,
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

const nothingKnown = (): Known => ({
  profiles: new Map(),
  devices: new Map(),
  owners: new Map(),
  holdings: new Map(),
  suppressions: new Map(),
});

const addRows = (known: Known, keys: IdentityKeys, rows: IdentityRows): void => {
  for (const key of keys.suppressions) known.suppressions.set(key, null);
  for (const suppression of rows.suppressions) known.suppressions.set(suppression.key, suppression);
  addNew(known.profiles, keys.umids, rows.profiles, ({ umid }) => umid);
  addNew(known.devices, keys.umdids, rows.devices, ({ umdid }) => umdid);
  addNewOwners(known, keys, rows);
  for (const text of keys.shared.map(identifierText)) {
    if (known.holdings.has(text)) continue;
    const held = rows.holdings.filter((holding) => identifierText(holding) === text);
    known.holdings.set(text, held.toSorted(byRecency));
  }
};

const addNew = <K, V>(
  map: Map<K, V | null>,
  asked: readonly K[],
  rows: readonly V[],
  keyOf: (row: V) => K,
): void => {
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  for (const key of asked) if (!map.has(key)) map.set(key, stored.get(key) ?? null);
};

const addNewOwners = ({ owners }: Known, keys: IdentityKeys, rows: IdentityRows): void => {
  const stored = new Map(rows.owners.map((row) => [identifierText(row), row.umid]));
  for (const text of keys.identifiers.map(identifierText)) {
    if (!owners.has(text)) owners.set(text, stored.get(text) ?? null);
  }
};

const byRecency = (a: SharedHolding, b: SharedHolding): number =>
  b.lastSeen - a.lastSeen || (a.umid < b.umid ? 1 : -1);

/** What one look comes upon beside its answer. */
interface Trail {
  readonly missing: { -readonly [K in keyof IdentityKeys]: IdentityKeys[K][number][] };
  readonly detours: Map<Umid, Umid>;
}

const lookUpIn = (known: Known, wanted: Wanted): LookupOutcome => {
  const trail: Trail = {
    missing: { umids: [], umdids: [], identifiers: [], shared: [], suppressions: [] },
    detours: new Map(),
  };
  const loaded = loadedFrom(known, wanted, trail);
  if (isNothing(trail.missing)) {
    return {
      kind: 'loaded',
      loaded,
      detours: Array.from(trail.detours, ([umid, living]) => ({ umid, living })),
    };
  }
  // Whoever is found to be gone by the later look may be so by an erasure: what it suppressed is read after that.
  return { kind: 'missing', keys: { ...trail.missing, suppressions: wanted.suppressions ?? [] } };
};

const isNothing = (keys: IdentityKeys): boolean =>
  Object.values<readonly unknown[]>({ ...keys }).every((some) => some.length === 0);

const loadedFrom = (known: Known, wanted: Wanted, trail: Trail): Loaded => {
  const device = deviceIn(known, wanted, trail);
  return {
    device,
    current: device === null ? null : currentOf(known, device, trail),
    profiles: (wanted.umids ?? []).flatMap((umid): readonly Found[] => {
      const profile = livingProfile(known, umid, trail);
      return profile === null ? [] : [{ umid, profile }];
    }),
    owners: (wanted.identifiers ?? []).flatMap((identifier) => ownerOf(known, identifier, trail)),
    holders: (wanted.shared ?? []).flatMap((identifier) => holdersOf(known, identifier, trail)),
    ...(wanted.suppressions === undefined
      ? {}
      : { suppressions: suppressedAmong(known, wanted.suppressions, trail) }),
  };
};

const deviceIn = (known: Known, { umdid, hint }: Wanted, { missing }: Trail): Device | null => {
  if (umdid === undefined) return null;
  const device = known.devices.get(umdid);
  if (device !== undefined) return device;
  missing.umdids.push(umdid);
  if (hint !== undefined && !known.profiles.has(hint)) missing.umids.push(hint);
  return null;
};

/** Where merges have led the device; where an unmerge has undone that, from the umid that it was bound to. */
const currentOf = (known: Known, device: Device, trail: Trail): Profile | null => {
  const before = trail.missing.umids.length;
  const profile = livingProfile(known, device.umid, trail);
  if (trail.missing.umids.length > before) return null;
  return isStrayed(device, profile) ? livingProfile(known, boundTo(device), trail) : profile;
};

const livingProfile = (known: Known, umid: Umid, { missing, detours }: Trail): Profile | null => {
  const way: Walk = walk((at) => known.profiles.get(at), umid);
  if (way.kind === 'missing') {
    missing.umids.push(way.umid);
    return null;
  }
  for (const detour of way.detours) detours.set(detour.umid, detour.living);
  return way.living;
};

const ownerOf = (known: Known, { name, value }: Identifier, trail: Trail): readonly Owner[] => {
  const storedUmid = known.owners.get(identifierText({ name, value }));
  if (storedUmid === undefined) trail.missing.identifiers.push({ name, value });
  if (storedUmid === undefined || storedUmid === null) return [];
  const profile = livingProfile(known, storedUmid, trail);
  return profile === null ? [] : [{ name, value, storedUmid, profile }];
};

/** The living profiles that hold a value, until there are enough of them. */
const holdersOf = (known: Known, { name, value }: Identifier, trail: Trail): Loaded['holders'] => {
  const holdings = known.holdings.get(identifierText({ name, value }));
  if (holdings === undefined) {
    trail.missing.shared.push({ name, value });
    return [];
  }
  const umids = new Set<Umid>();
  const before = trail.missing.umids.length;
  for (const holding of holdings) {
    const profile = livingProfile(known, holding.umid, trail);
    if (profile !== null) umids.add(profile.umid);
    if (umids.size + trail.missing.umids.length - before >= MAX_HOLDERS) break;
  }
  return umids.size === 0 ? [] : [{ name, value, umids: [...umids] }];
};

const suppressedAmong = (
  { suppressions }: Known,
  keys: readonly SuppressionKey[],
  { missing }: Trail,
): readonly Suppression[] =>
  keys.flatMap((key) => {
    const suppression = suppressions.get(key);
    if (suppression === undefined) missing.suppressions.push(key);
    return suppression ?? [];
  });

const applyTo = (known: Known, commit: Commit): void => {
  for (const { value } of commit.profiles) known.profiles.set(value.umid, markOf(value));
  for (const { value } of commit.devices) known.devices.set(value.umdid, value);
  for (const release of commit.released) {
    const text = identifierText(release);
    const owner = known.owners.get(text) ?? null;
    if (owner !== null && release.from.includes(owner)) known.owners.set(text, null);
  }
  for (const put of commit.identifiers) known.owners.set(identifierText(put), put.umid);
  for (const holding of commit.shared) hold(known, holding);
};

const markOf = (stored: Commit['profiles'][number]['value']): Profile | RedirectMark =>
  stored.kind === 'profile'
    ? stored
    : { kind: 'redirect', umid: stored.umid, to: stored.to, version: stored.version };

/** The time of an earlier sight never replaces a later one. */
const hold = ({ holdings }: Known, holding: SharedHolding): void => {
  const text = identifierText(holding);
  const others = holdings.get(text);
  if (others === undefined) return;
  const before = others.find(({ umid }) => umid === holding.umid);
  if (before !== undefined && before.lastSeen >= holding.lastSeen) return;
  const held = [holding, ...others.filter((one) => one !== before)].toSorted(byRecency);
  holdings.set(text, held.slice(0, MAX_HOLDINGS));
};
