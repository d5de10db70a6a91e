import type { Identifier, IdentificationType, ProfileId, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ModelRequest } from './model-request.ts';
import {
  otherValue,
  ownerOf,
  profileOf,
  ruleFor,
  strongestOf,
  typeOfName,
  typeOn,
  weaker,
  type Model,
  type ModelDevice,
  type ModelProfile,
} from './model-state.ts';
import { mergeProfiles } from './model-writes.ts';

/** A request on its way through the table. */
export interface ModelVisit {
  readonly model: Model;
  readonly rules: AccountRules;
  readonly request: ModelRequest;
  readonly device: ModelDevice;
  /** In the order of priority, without a `profileId` that nobody has. */
  readonly identifiers: readonly Identifier[];
}

type Visit = ModelVisit & { readonly isKnown: boolean };

/**
 * The table of docs/behaviour.md#the-decision-table, from top to bottom: C is the device's profile, X the one that was
 * found.
 */
export const settleModel = (visit: Visit): ModelProfile => {
  const c = profileOfDevice(visit);
  const x = found(visit);
  if (c === null) return x?.profile ?? add(visit, visit.request.firstUmid, visit.request.newProfileIds[0]);
  if (x?.profile === c) return c;
  return c.customer ? settleCustomer(visit, c, x) : settleVisitor(visit, c, x);
};

const settleVisitor = (visit: Visit, c: ModelProfile, x: X | null): ModelProfile => {
  if (x === null) return stored(visit, c);
  if (x.profile.customer && x.type === 0) return x.profile;
  mergeProfiles(visit.model, visit.rules, stored(visit, c), x.profile);
  return x.profile;
};

const settleCustomer = (visit: Visit, c: ModelProfile, x: X | null): ModelProfile => {
  const { model, rules } = visit;
  const isAnother = namesAnother(visit, c, x);
  if (x !== null && isStrong(visit, c, x)) {
    if (isAnother || conflicting(rules, c, x.profile)) return x.profile;
    return mayMerge(visit, c, x) ? elderOf(visit, c, x.profile) : x.profile;
  }
  if (isAnother) return add(visit, visit.request.newUmid, visit.request.newProfileIds[1]);
  if (x !== null && !x.profile.customer) mergeProfiles(model, rules, x.profile, c);
  return c;
};

/** X, the identifiers that find it, and the strongest kind of them. */
interface X {
  readonly profile: ModelProfile;
  readonly by: readonly Identifier[];
  readonly type: IdentificationType;
}

/** C; a umdid that nobody stored, but which was not made just now, is that of a visitor under its derived umid. */
const profileOfDevice = ({ model, request, device, isKnown }: Visit): ModelProfile | null => {
  if (isKnown) return profileOf(model, device.bound);
  return request.fresh ? null : visitor(request.firstUmid, request.now);
};

/** That visitor is kept only if it comes to matter. */
const stored = (visit: Visit, profile: ModelProfile): ModelProfile => {
  if (!visit.model.profiles.has(profile.umid)) put(visit, profile, visit.request.newProfileIds[0]);
  return profile;
};

/** The first identifier that finds a profile, unless that holds another value of a name that stands higher. */
const found = ({ model, rules, identifiers }: Visit): X | null => {
  const finding = identifiers.filter((identifier, index) => {
    const owner = ownerOf(model, rules, identifier);
    const higher = identifiers.slice(0, index);
    return owner !== null && !higher.some((one) => otherValue(rules, owner, one) !== undefined);
  });
  const [first] = finding;
  if (first === undefined) return null;
  const profile = ownerOf(model, rules, first)!;
  const by = finding.filter((one) => ownerOf(model, rules, one) === profile);
  return { profile, by, type: strongestOf(rules, by) };
};

/** A customer, by an identifier that is not weaker than what identified C on this device. */
const isStrong = ({ rules, device }: Visit, c: ModelProfile, x: X): boolean =>
  x.profile.customer && !weaker(x.type, typeOn(rules, device, c));

/** An identifier that nobody has, before X was found: C has another value of its name, and it is not weaker. */
const namesAnother = (
  { model, rules, device, identifiers }: Visit,
  c: ModelProfile,
  x: X | null,
): boolean => {
  const before = x === null ? identifiers : identifiers.slice(0, identifiers.indexOf(x.by[0]!));
  return before.some(
    (one) =>
      ownerOf(model, rules, one) === null &&
      otherValue(rules, c, one) !== undefined &&
      !weaker(typeOfName(rules, one.name), typeOn(rules, device, c)),
  );
};

const mayMerge = ({ rules, device }: Visit, c: ModelProfile, { by }: X): boolean =>
  by.some(
    ({ name }) =>
      ruleFor(rules, name)?.merge === true && !weaker(typeOfName(rules, name), typeOn(rules, device, c)),
  );

export const conflicting = (rules: AccountRules, a: ModelProfile, b: ModelProfile): boolean =>
  b.held.some((one) => otherValue(rules, a, one) !== undefined);

/** The older one survives; of the same age, the one with the smaller umid. */
export const elderOf = ({ model, rules }: ModelVisit, a: ModelProfile, b: ModelProfile): ModelProfile => {
  const aIsElder = a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.umid < b.umid);
  const [survivor, loser] = aIsElder ? [a, b] : [b, a];
  mergeProfiles(model, rules, loser, survivor);
  return survivor;
};

const add = (visit: Visit, umid: Umid, profileId: ProfileId): ModelProfile => {
  const profile = visitor(umid, visit.request.now);
  put(visit, profile, profileId);
  return profile;
};

const put = ({ model }: Visit, profile: ModelProfile, profileId: ProfileId): void => {
  model.profiles.set(profile.umid, profile);
  model.profileIds.set(profileId, profile.umid);
};

const visitor = (umid: Umid, createdAt: number): ModelProfile => ({
  umid,
  createdAt,
  customer: false,
  held: [],
  permissions: new Map(),
  absorbed: [],
});
