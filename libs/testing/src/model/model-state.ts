import type { Identifier, IdentificationType, ProfileId, Umdid, Umid } from '@kith/domain/identity';
import type { AccountRules, IdentifierRule } from '@kith/domain/pipeline';

export interface ModelIdentifier extends Identifier {
  lastSeen: number;
}

export interface ModelPermission {
  granted: boolean;
  at: number;
}

/** A living profile as docs/behaviour.md#3-identity speaks of it. */
export interface ModelProfile {
  readonly umid: Umid;
  readonly createdAt: number;
  customer: boolean;
  held: ModelIdentifier[];
  permissions: Map<string, ModelPermission>;
  /** Every umid that merges brought here. */
  absorbed: Umid[];
}

/** A device and the umid that it was bound to; merges, and what undoes them, lead it on from there. */
export interface ModelDevice {
  bound: Umid;
  /** The strongest kind that identified it since, per umid under which that happened. */
  known: Map<Umid, IdentificationType>;
  /** Its idempotency keys, newest first. */
  keys: { readonly key: string; readonly at: number }[];
}

/** All that the model keeps; no index, no versions, nothing that could disagree with itself. */
export interface Model {
  readonly profiles: Map<Umid, ModelProfile>;
  readonly redirects: Map<Umid, Umid>;
  readonly devices: Map<Umdid, ModelDevice>;
  readonly profileIds: Map<ProfileId, Umid>;
  /** Per survivor the umids that it absorbed itself, in order: what an unmerge can undo. */
  readonly merges: Map<Umid, readonly Umid[]>;
}

export const emptyModel = (): Model => ({
  profiles: new Map(),
  redirects: new Map(),
  devices: new Map(),
  profileIds: new Map(),
  merges: new Map(),
});

/** A model of its own, so that a step can be tried in more than one order. */
export const copyOf = ({ profiles, redirects, devices, profileIds, merges }: Model): Model => ({
  profiles: new Map(Array.from(profiles, ([umid, profile]) => [umid, copyOfProfile(profile)])),
  redirects: new Map(redirects),
  devices: new Map(
    Array.from(devices, ([umdid, device]) => [umdid, { ...device, known: new Map(device.known) }]),
  ),
  profileIds: new Map(profileIds),
  merges: new Map(merges),
});

const copyOfProfile = (profile: ModelProfile): ModelProfile => ({
  ...profile,
  held: profile.held.map((one) => ({ ...one })),
  permissions: new Map(profile.permissions),
});

/** The living umid that a umid leads to, over any number of redirects. */
export const livingUmid = ({ redirects }: Model, umid: Umid): Umid => {
  let living = umid;
  for (let next = redirects.get(living); next !== undefined; next = redirects.get(living)) living = next;
  return living;
};

export const profileOf = (model: Model, umid: Umid): ModelProfile => {
  const profile = model.profiles.get(livingUmid(model, umid));
  if (profile === undefined) throw new Error('the model has lost a profile');
  return profile;
};

/** Shared identifiers and names without a rule belong to nobody. */
export const ownerOf = (
  model: Model,
  rules: AccountRules,
  { name, value }: Identifier,
): ModelProfile | null => {
  if (name === 'profileId') {
    const umid = model.profileIds.get(value as ProfileId);
    return umid === undefined ? null : profileOf(model, umid);
  }
  if (ruleFor(rules, name)?.shared !== false) return null;
  return (
    [...model.profiles.values()].find((profile) => holds(profile, { name, value }) !== undefined) ?? null
  );
};

export const holds = (profile: ModelProfile, { name, value }: Identifier): ModelIdentifier | undefined =>
  profile.held.find((one) => one.name === name && one.value === value);

export const ruleFor = (rules: AccountRules, name: string): IdentifierRule | undefined =>
  rules.identifiers.get(name);

/** The other value of a name that can have only one. */
export const otherValue = (
  rules: AccountRules,
  profile: ModelProfile,
  { name, value }: Identifier,
): ModelIdentifier | undefined =>
  ruleFor(rules, name)?.many === true
    ? undefined
    : profile.held.find((one) => one.name === name && one.value !== value);

/** Login beats network beats device. */
const RANK: Readonly<Record<IdentificationType, number>> = { 1: 2, 2: 1, 0: 0 };
export const weaker = (a: IdentificationType, b: IdentificationType): boolean => RANK[a] < RANK[b];

export const typeOfName = (rules: AccountRules, name: string): IdentificationType => {
  const kind = ruleFor(rules, name)?.kind;
  if (kind === 'login') return 1;
  return kind === 'network' ? 2 : 0;
};

export const strongestOf = (rules: AccountRules, identifiers: readonly Identifier[]): IdentificationType =>
  identifiers
    .map(({ name }) => typeOfName(rules, name))
    .reduce<IdentificationType>((best, type) => (weaker(best, type) ? type : best), 0);

/** The umid and all that merges brought there. */
export const isOf = (profile: ModelProfile, umid: Umid): boolean =>
  profile.umid === umid || profile.absorbed.includes(umid);

/** The strongest kind that identified the profile, or what it is made of, on the device since it was bound there. */
export const knownOn = ({ known }: Pick<ModelDevice, 'known'>, profile: ModelProfile): IdentificationType =>
  [...known]
    .filter(([umid]) => isOf(profile, umid))
    .reduce<IdentificationType>((best, [, type]) => (weaker(best, type) ? type : best), 0);

/** The cookie's type. */
export const typeOn = (
  rules: AccountRules,
  device: Pick<ModelDevice, 'known'>,
  profile: ModelProfile,
): IdentificationType => {
  if (!profile.customer) return 0;
  const here = knownOn(device, profile);
  return here === 0 ? strongestOf(rules, profile.held) : here;
};
