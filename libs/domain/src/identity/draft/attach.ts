import type { AccountRules, IdentifierRule } from '../../pipeline/account-rules.ts';
import { identifyDevice } from './device.ts';
import { change, give, profileIn, report, type Draft } from './draft.ts';
import type { EpochMs } from '../../epoch.ts';
import type { Umid } from '../model/ids.ts';
import type { FormerIdentifier, HeldIdentifier, Identifier, Profile } from '../model/profile.ts';
import type { Claim } from '../model/decision-input.ts';
import { isWeaker, strongestOf, typeOfKind } from '../model/strength.ts';

/** The most identifiers on a profile (docs/behaviour.md#limits-of-identity). */
export const IDENTIFIERS_PER_PROFILE = 64;
/** Last-seen times are kept to the minute, so that a visitor's every request is not a write. */
export const LAST_SEEN_GRANULARITY = 60_000;

/** A refreshed last-seen time, or the old one where it is less than a minute old. */
export const refreshed = (lastSeen: EpochMs, now: EpochMs): EpochMs =>
  now - lastSeen < LAST_SEEN_GRANULARITY ? lastSeen : now;

/**
 * The values of the same name that stand against an identifier: none where the profile holds it, where a profile may
 * have many, and where the name has left the configuration. Several were taken while the name was `many`.
 */
const contradictions = (
  account: AccountRules,
  profile: Profile,
  identifier: Identifier,
): readonly HeldIdentifier[] => {
  const rule = account.identifiers.get(identifier.name);
  if (rule === undefined || rule.many || holding(profile, identifier) !== null) return [];
  return profile.identifiers.filter(({ name }) => name === identifier.name);
};

/** A value that stands against an identifier, or null. */
export const contradiction = (
  account: AccountRules,
  profile: Profile,
  identifier: Identifier,
): HeldIdentifier | null => contradictions(account, profile, identifier)[0] ?? null;

/** Whether two profiles hold different values of a name that can have only one. */
export const areContradictory = (account: AccountRules, a: Profile, b: Profile): boolean =>
  b.identifiers.some((identifier) => contradiction(account, a, identifier) !== null);

/**
 * Gives an identifier to a profile: a login or network identifier makes a visitor a customer, a value that stands
 * against it is replaced and goes to the profile's history. One that is there already is refreshed.
 */
export const attach = (draft: Draft, umid: Umid, claim: Claim): void => {
  const rule = draft.input.account.identifiers.get(claim.name);
  if (rule === undefined) return;
  const held = holding(profileIn(draft, umid), claim);
  const isNews = held === null || refreshed(held.lastSeen, draft.input.now) !== held.lastSeen;
  if (held === null) add(draft, umid, claim, rule);
  else keep(draft, umid, held, rule.shared || claim.storedUmid !== null);
  upgrade(draft, umid, rule);
  if (rule.shared && isNews) share(draft, umid, claim);
  identifyDevice(draft, typeOfKind(rule.kind));
};

const holding = (profile: Profile, { name, value }: Identifier): HeldIdentifier | null =>
  profile.identifiers.find((held) => held.name === name && held.value === value) ?? null;

/**
 * A value that came while its name was `shared` belongs to nobody yet, and is not `owned`: it is whose it is seen on first.
 */
const keep = (draft: Draft, umid: Umid, held: HeldIdentifier, owned: boolean): void => {
  touch(draft, umid, held);
  if (owned) return;
  const { name, value } = held;
  give(draft, { name, value, umid, expected: null });
  // The profile's version guards what it is given.
  change(draft, umid, {});
};

const touch = (draft: Draft, umid: Umid, held: HeldIdentifier): void => {
  const lastSeen = refreshed(held.lastSeen, draft.input.now);
  if (lastSeen === held.lastSeen) return;
  const { identifiers } = profileIn(draft, umid);
  change(draft, umid, {
    identifiers: identifiers.map((one) => (one === held ? { ...held, lastSeen } : one)),
  });
};

const add = (draft: Draft, umid: Umid, claim: Claim, rule: IdentifierRule): void => {
  const { account, now } = draft.input;
  const profile = profileIn(draft, umid);
  const old = contradictions(account, profile, claim);
  for (const one of old) retire(draft, umid, one, 'replaced');
  const { name, value } = claim;
  change(draft, umid, {
    identifiers: [...profileIn(draft, umid).identifiers, { name, value, firstSeen: now, lastSeen: now }],
  });
  if (!rule.shared) give(draft, { name, value, umid, expected: claim.storedUmid });
  report(draft, 'profile.linked', umid, { identifier: name, replaced: old.length > 0 });
  makeRoom(draft, umid);
};

/** Held already as well: the name may have been a device identifier's when the value came. */
const upgrade = (draft: Draft, umid: Umid, rule: IdentifierRule): void => {
  if (rule.kind === 'device' || profileIn(draft, umid).state === 'customer') return;
  change(draft, umid, { state: 'customer' });
  report(draft, 'profile.upgraded', umid);
};

/** Moves a value to the profile's history. */
export const retire = (
  draft: Draft,
  umid: Umid,
  old: HeldIdentifier,
  reason: 'replaced' | 'crowdedOut',
): void => {
  const profile = profileIn(draft, umid);
  change(draft, umid, {
    identifiers: profile.identifiers.filter((held) => held !== old),
    formerIdentifiers: newestFormer([
      ...profile.formerIdentifiers,
      { ...old, until: draft.input.now, reason },
    ]),
  });
  release(draft, profile, old);
};

/**
 * Nobody owns the identifier any more, under whichever umid of the profile it is stored; not even if this very decision
 * was about to store it.
 */
export const release = (draft: Draft, profile: Profile, { name, value }: Identifier): void => {
  draft.identifiers = draft.identifiers.filter((put) => put.name !== name || put.value !== value);
  draft.released.push({ name, value, from: [profile.umid, ...profile.absorbed] });
};

/** The weakest and oldest identifiers leave a profile that holds too many; names that left the configuration stay. */
export const makeRoom = (draft: Draft, umid: Umid): void => {
  const { account } = draft.input;
  const profile = profileIn(draft, umid);
  const counting = profile.identifiers.filter(({ name }) => account.identifiers.has(name));
  const excess = counting.length - IDENTIFIERS_PER_PROFILE;
  if (excess <= 0) return;
  const leaving = [...counting].sort((a, b) => weakestOldestFirst(account, a, b)).slice(0, excess);
  for (const held of leaving) {
    retire(draft, umid, held, 'crowdedOut');
    report(draft, 'profile.conflict', umid, { identifier: held.name, why: 'tooManyIdentifiers' });
  }
};

const weakestOldestFirst = (account: AccountRules, a: HeldIdentifier, b: HeldIdentifier): number => {
  const [typeA, typeB] = [strongestOf(account, [a]), strongestOf(account, [b])];
  if (typeA === typeB) return a.lastSeen - b.lastSeen;
  return isWeaker(typeA, typeB) ? -1 : 1;
};

const share = (draft: Draft, umid: Umid, { name, value, holders }: Claim): void => {
  const { account, now } = draft.input;
  draft.shared.push({ name, value, umid, lastSeen: now });
  if (account.linking.has('sharedIdentifier')) {
    for (const other of holders) link(draft, umid, other, 'sharedIdentifier');
  }
};

/** Links the profiles that a device moves between, where the account wants that. */
export const linkSameDevice = (draft: Draft, a: Umid, b: Umid): void => {
  if (draft.input.account.linking.has('sameDevice')) link(draft, a, b, 'sameDevice');
};

/** Links two profiles, so that each is the other's "next best". */
const link = (draft: Draft, a: Umid, b: Umid, why: 'sharedIdentifier' | 'sameDevice'): void => {
  if (a === b) return;
  draft.links.push({ umids: a < b ? [a, b] : [b, a], why, lastSeen: draft.input.now });
};

/** Identifiers that a profile no longer has: whoever rotates a token at each request must not make it grow for ever. */
export const FORMER_IDENTIFIERS_PER_PROFILE = 1_000;

/** The history of a profile's identifiers within its limit: those that went last stay. */
export const newestFormer = (former: readonly FormerIdentifier[]): readonly FormerIdentifier[] =>
  former.length <= FORMER_IDENTIFIERS_PER_PROFILE
    ? former
    : former.toSorted((one, other) => one.until - other.until).slice(-FORMER_IDENTIFIERS_PER_PROFILE);
