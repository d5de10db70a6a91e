import type { Identifier, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import {
  holds,
  isOf,
  knownOn,
  livingUmid,
  otherValue,
  profileOf,
  ruleFor,
  strongestOf,
  typeOfName,
  weaker,
  type Model,
  type ModelDevice,
  type ModelIdentifier,
  type ModelPermission,
  type ModelProfile,
} from './model-state.ts';

const IDENTIFIERS_PER_PROFILE = 64;
const A_MINUTE = 60_000;
const LAST_KEYS = 32;

/** "refresh last-seen", which is kept to the minute (docs/decisions/0008-silent-corners.md). */
const refresh = (held: ModelIdentifier, now: number): void => {
  if (now - held.lastSeen >= A_MINUTE) held.lastSeen = now;
};

/** Links an identifier: a value in its way goes to the history; a login or network identifier makes a customer. */
export const linkIdentifier = (
  rules: AccountRules,
  { device, profile }: { readonly device: ModelDevice; readonly profile: ModelProfile },
  identifier: Identifier,
  now: number,
): readonly string[] => {
  const held = holds(profile, identifier);
  const other = otherValue(rules, profile, identifier);
  if (held !== undefined) refresh(held, now);
  else {
    profile.held = profile.held.filter((one) => one !== other);
    profile.held.push({ name: identifier.name, value: identifier.value, lastSeen: now });
  }
  const type = typeOfName(rules, identifier.name);
  if (type !== 0) profile.customer = true;
  if (weaker(knownOn(device, profile), type)) device.known.set(profile.umid, type);
  return crowdOut(rules, profile);
};

/** The weakest and oldest of more than 64 go; answers with the names that are reported. */
const crowdOut = (rules: AccountRules, profile: ModelProfile): readonly string[] => {
  const excess = Math.max(0, profile.held.length - IDENTIFIERS_PER_PROFILE);
  const leaving = profile.held.toSorted((a, b) => weakestFirst(rules, a, b)).slice(0, excess);
  profile.held = profile.held.filter((one) => !leaving.includes(one));
  return leaving.map(({ name }) => name);
};

const weakestFirst = (rules: AccountRules, a: ModelIdentifier, b: ModelIdentifier): number => {
  const [typeA, typeB] = [strongestOf(rules, [a]), strongestOf(rules, [b])];
  if (typeA === typeB) return a.lastSeen - b.lastSeen;
  return weaker(typeA, typeB) ? -1 : 1;
};

/** Merges one profile into another; answers with the names of identifiers that found no room. */
export const mergeProfiles = (
  model: Model,
  rules: AccountRules,
  loser: ModelProfile,
  survivor: ModelProfile,
): readonly string[] => {
  survivor.held = unitedIdentifiers(rules, [...survivor.held, ...loser.held]);
  survivor.customer ||= loser.customer;
  survivor.absorbed = [...survivor.absorbed, loser.umid, ...loser.absorbed];
  for (const [name, theirs] of loser.permissions) {
    const ours = survivor.permissions.get(name);
    survivor.permissions.set(name, ours === undefined ? theirs : laterOf(ours, theirs));
  }
  model.profiles.delete(loser.umid);
  model.redirects.set(loser.umid, survivor.umid);
  model.merges.set(survivor.umid, [...(model.merges.get(survivor.umid) ?? []), loser.umid]);
  return crowdOut(rules, survivor);
};

/** The latest modification wins, a tie between true and false goes to false. */
const laterOf = (a: ModelPermission, b: ModelPermission): ModelPermission => {
  if (a.at !== b.at) return a.at > b.at ? a : b;
  return a.granted ? b : a;
};

/** The same value once; of a name with one value the one that was seen last (docs/decisions/0008-silent-corners.md). */
const unitedIdentifiers = (rules: AccountRules, all: readonly ModelIdentifier[]): ModelIdentifier[] => {
  const united: ModelIdentifier[] = [];
  for (const { name, value, lastSeen } of all) {
    const same = united.find((one) => one.name === name && one.value === value);
    if (same === undefined) united.push({ name, value, lastSeen });
    else same.lastSeen = Math.max(same.lastSeen, lastSeen);
  }
  const lastSeenOf = (name: string): ModelIdentifier | undefined =>
    united.filter((one) => one.name === name).toSorted((a, b) => b.lastSeen - a.lastSeen)[0];
  return united.filter((one) => ruleFor(rules, one.name)?.many === true || lastSeenOf(one.name) === one);
};

/** Binds the device, new or known; what identified it elsewhere counts no more. */
export const bind = (model: Model, device: ModelDevice, umid: Umid): void => {
  if (livingUmid(model, device.bound) === umid) return;
  device.bound = umid;
  device.known = new Map();
};

/** A device that is seen where an unmerge has led it forgets what identified it where it was until then. */
export const settleHere = (model: Model, device: ModelDevice): void => {
  const profile = profileOf(model, device.bound);
  device.known = new Map([...device.known].filter(([umid]) => isOf(profile, umid)));
};

/** An update changes the permissions that it names, at times that grow strictly. */
export const decidePermissions = (
  profile: ModelProfile,
  permissions: Readonly<Record<string, boolean>>,
  now: number,
): void => {
  for (const [name, granted] of Object.entries(permissions)) {
    const before = profile.permissions.get(name)?.at ?? 0;
    profile.permissions.set(name, { granted, at: Math.max(now, before + 1) });
  }
};

const LIFETIME = 24 * 3_600_000;
const isLiving =
  (now: number) =>
  ({ at }: { readonly at: number }): boolean =>
    now - at < LIFETIME;

/** Whether the device has used the key within 24 hours. */
export const isRetry = (device: ModelDevice | undefined, key: string | null, now: number): boolean =>
  device?.keys.filter(isLiving(now)).some((one) => one.key === key) ?? false;

/** The device remembers its last 32 keys. */
export const rememberKey = (device: ModelDevice, key: string | null, now: number): void => {
  if (key === null) return;
  device.keys = [{ key, at: now }, ...device.keys.filter(isLiving(now))].slice(0, LAST_KEYS);
};
