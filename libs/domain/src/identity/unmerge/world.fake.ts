import { anAccount, identifierRules } from '@kith/testing/builders';
import type { ConsentEntry, ConsentUpdate } from '../../consent/consent.ts';
import type { AccountRules } from '../../pipeline/account-rules.ts';
import type { ChangeEvent } from '../model/change-event.ts';
import type { Commit, Put } from '../model/commit.ts';
import { decide, type Decision } from '../decide/decide.ts';
import type { ProfileId, Umdid, Umid } from '../model/ids.ts';
import { boundTo, isStrayed } from '../model/device-trail.ts';
import {
  isUndoable,
  type Device,
  type Identifier,
  type Profile,
  type StoredProfile,
} from '../model/profile.ts';
import type { Claim } from '../model/decision-input.ts';
import { decideUnmerge, type Unmerged } from './decide-unmerge.ts';
import { findMerge, type MergeFound } from './find-merge.ts';
import { isShared } from './merge-to-undo.ts';

/** An account with every sort of identifier. */
export const ACCOUNT: AccountRules = anAccount({
  name: 'demo',
  owner: 'demo',
  identifiers: identifierRules({
    customerId: {},
    email: { merge: true },
    card: { many: true, merge: true },
    mt2: { kind: 'device', many: true, shared: true },
    deviceId: { kind: 'device' },
    tag: { kind: 'device', many: true },
  }),
});

/** What one account of a store holds. */
export interface World {
  readonly profiles: Map<Umid, StoredProfile>;
  readonly index: Map<string, Umid>;
  readonly devices: Map<Umdid, Device>;
  readonly consent: ConsentEntry[];
  readonly changes: ChangeEvent[];
  now: number;
}

export const emptyWorld = (): World => ({
  profiles: new Map(),
  index: new Map(),
  devices: new Map(),
  consent: [],
  changes: [],
  now: 1_800_000_000_000,
});

/** `a000…`, `b000…` and so on: a umid, or with the `d` family a umdid, that reads well in a failure. */
export const umidOf = (digits: string): Umid =>
  `${digits.padEnd(8, '0')}-0000-4000-8000-000000000000` as Umid;
export const umdidOf = (digits: string): Umdid =>
  `${digits.padEnd(8, '0')}-0000-4000-9000-000000000000` as Umdid;

export const keyOf = ({ name, value }: Identifier): string => JSON.stringify([name, value]);

/** Applies a commit as a store does; a precondition that fails is a fault of the test. */
export const apply = (world: World, commit: Commit): void => {
  for (const { value, expected } of commit.profiles)
    mustBe(world.profiles.get(value.umid)?.version, expected);
  for (const { value, expected } of commit.devices) {
    mustBe(world.devices.get(value.umdid)?.bindingVersion, expected);
  }
  for (const put of commit.identifiers) mustBe(world.index.get(keyOf(put)), put.expected);
  for (const released of commit.released) {
    const owner = world.index.get(keyOf(released));
    if (owner !== undefined && released.from.includes(owner)) world.index.delete(keyOf(released));
  }
  for (const put of commit.identifiers) world.index.set(keyOf(put), put.umid);
  putAll(world.profiles, commit.profiles, ({ umid }) => umid);
  putAll(world.devices, commit.devices, ({ umdid }) => umdid);
  for (const entry of commit.consent) {
    const isTaken = world.consent.some(
      ({ umid, sequence }) => umid === entry.umid && sequence === entry.sequence,
    );
    mustBe(isTaken, false);
    world.consent.push(entry);
  }
  world.changes.push(...commit.changes);
};

const mustBe = (present: unknown, expected: unknown): void => {
  if ((present ?? null) !== expected)
    throw new Error(`expected ${String(expected)}, found ${String(present)}`);
};

const putAll = <K, V>(map: Map<K, V>, puts: readonly Put<V>[], key: (value: V) => K): void => {
  for (const { value } of puts) map.set(key(value), value);
};

/** The living profile that a umid leads to. */
export const living = (world: World, umid: Umid): Profile | null => {
  const stored = world.profiles.get(umid);
  if (stored === undefined) return null;
  return stored.kind === 'profile' ? stored : living(world, stored.to);
};

/** The living profile that a device leads to. */
export const currentOf = (world: World, device: Device): Profile | null => {
  const profile = living(world, device.umid);
  return isStrayed(device, profile) ? living(world, boundTo(device)) : profile;
};

/** A request: of which device, with what. */
export interface Visit {
  readonly device: string;
  readonly identifiers?: Readonly<Record<string, string>>;
  readonly consent?: Partial<ConsentUpdate>;
  readonly freshDevice?: boolean;
  readonly account?: AccountRules;
}

let drawn = 0;

/** Decides a request on the world and applies it, a moment after the one before. */
export const visit = (world: World, { device: digits, identifiers = {}, ...visit }: Visit): Decision => {
  world.now += 100;
  const device = world.devices.get(umdidOf(digits)) ?? null;
  drawn += 1;
  const decision = decide({
    account: visit.account ?? ACCOUNT,
    pipeline: 'web',
    now: world.now,
    umdid: umdidOf(digits),
    firstUmid: umidOf(digits),
    freshDevice: visit.freshDevice ?? false,
    device,
    current: device === null ? living(world, umidOf(digits)) : currentOf(world, device),
    claims: Object.entries(identifiers).map(([name, value]) => claimOf(world, { name, value })),
    consent: { permissions: {}, acknowledgements: [], ...visit.consent },
    retryKeys: [],
    newUmid: umidOf(`e${drawn.toString(16)}`),
    newProfileIds: [`first-${drawn}` as ProfileId, `other-${drawn}` as ProfileId],
    seal: (_previous, { umid, sequence }) => `${umid}#${sequence}`,
  });
  apply(world, decision.commit);
  return decision;
};

const claimOf = (world: World, identifier: Identifier): Claim => {
  const storedUmid = isShared(ACCOUNT, identifier.name) ? null : (world.index.get(keyOf(identifier)) ?? null);
  return {
    ...identifier,
    storedUmid,
    owner: storedUmid === null ? null : living(world, storedUmid),
    holders: [],
  };
};

/** What undoing by a umid comes to. */
export const find = (world: World, umid: Umid): MergeFound => {
  const redirects = [];
  let stored = world.profiles.get(umid);
  while (stored?.kind === 'redirect') {
    redirects.push(stored);
    stored = world.profiles.get(stored.to);
  }
  if (stored === undefined) throw new Error('nothing is stored there');
  return findMerge(redirects, stored);
};

/** Undoes the merge that a umid means, and applies that, a moment after the request before. */
export const undo = (world: World, umid: Umid): Unmerged => {
  const found = find(world, umid);
  if (found.kind !== 'undoable') throw new Error(`nothing was undone: ${JSON.stringify(found)}`);
  const redirect = world.profiles.get(found.absorbed) ?? null;
  if (!isUndoable(redirect)) throw new Error('the journal is gone');
  world.now += 100;
  const unmerged = decideUnmerge({
    account: ACCOUNT,
    now: world.now,
    survivor: found.survivor,
    redirect,
    owners: Array.from(world.index, ([key, owner]) => {
      const [name, value] = JSON.parse(key) as [string, string];
      return { name, value, umid: owner };
    }),
    seal: (_previous, entry) => `${entry.umid}#${entry.sequence}`,
  });
  apply(world, unmerged.commit);
  return unmerged;
};

/** A profile without what no undoing can take back: that time went on, and the chain with it. */
export const content = ({ version: _v, changedAt: _c, consentHead: _h, merges = [], ...rest }: Profile) => ({
  ...rest,
  merges,
});

/** Who was on the device `a1` before the login. */
export const VISITOR = umidOf('a1');
/** Whose device is `b1`, and who survives the login. */
export const CUSTOMER = umidOf('b1');

/** A customer on one device and a visitor on another, each with a history of its own, and the login that merges them. */
export const beforeLogin = (): World => {
  const world = emptyWorld();
  visit(world, { device: 'b1', freshDevice: true, identifiers: { customerId: '7', tag: 'theirs' } });
  visit(world, { device: 'b1', consent: { permissions: { P: false } } });
  visit(world, { device: 'a1', freshDevice: true, identifiers: { tag: 'mine', mt2: 'line' } });
  visit(world, { device: 'a1', consent: { permissions: { P: true, Q: true } } });
  return world;
};

/** The visitor of `a1` logs in as the customer of `b1`, which merges the two. */
export const login = (world: World): void =>
  void visit(world, { device: 'a1', identifiers: { customerId: '7' } });

/** The profile that lives under a umid; throws where none does. */
export const stored = (world: World, umid: Umid): Profile => {
  const profile = world.profiles.get(umid);
  if (profile?.kind !== 'profile') throw new Error('no profile lives there');
  return profile;
};

/** The umid of the profile that a device, named by its first digits, leads to. */
export const pointsOf = (world: World, digits: string) => {
  const device = world.devices.get(umdidOf(digits))!;
  return currentOf(world, device)?.umid;
};
