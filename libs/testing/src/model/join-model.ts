import type { Identifier } from '@kith/domain/identity';
import {
  otherValue,
  ownerOf,
  profileOf,
  ruleFor,
  typeOfName,
  typeOn,
  weaker,
  type ModelProfile,
} from './model-state.ts';
import { linkIdentifier, mergeProfiles } from './model-writes.ts';
import { conflicting, elderOf, type ModelVisit } from './settle-model.ts';

/** The others join by the same table, except that nothing switches any more; a conflict is left alone. */
export const joinIdentifier = (visit: ModelVisit, identifier: Identifier): void => {
  const { model, rules, request, device } = visit;
  const target = profileOf(model, device.bound);
  const owner = ownerOf(model, rules, identifier);
  if (owner === null && !fits(visit, target, identifier)) return;
  if (owner !== null && owner !== target && !unite(visit, target, owner, identifier)) return;
  linkIdentifier(rules, { device, profile: profileOf(model, device.bound) }, identifier, request.now);
};

/** Upgrade, link or replace; only another value of a customer's, by an identifier that is not weaker, is in the way. */
const fits = (visit: ModelVisit, target: ModelProfile, identifier: Identifier): boolean =>
  !target.customer ||
  otherValue(visit.rules, target, identifier) === undefined ||
  isWeak(visit, target, identifier);

const isWeak = ({ rules, device }: ModelVisit, target: ModelProfile, { name }: Identifier): boolean =>
  weaker(typeOfName(rules, name), typeOn(rules, device, target));

/** Whether the table makes one of the two. */
const unite = (
  visit: ModelVisit,
  target: ModelProfile,
  owner: ModelProfile,
  identifier: Identifier,
): boolean => {
  const { model, rules, identifiers } = visit;
  const higher = identifiers.slice(0, identifiers.indexOf(identifier));
  if (higher.some((one) => otherValue(rules, owner, one) !== undefined)) return false;
  if (!target.customer) {
    if (owner.customer && typeOfName(rules, identifier.name) === 0) return false;
    mergeProfiles(model, rules, target, owner);
    return true;
  }
  if (!owner.customer) {
    mergeProfiles(model, rules, owner, target);
    return true;
  }
  if (isWeak(visit, target, identifier) || conflicting(rules, target, owner)) return false;
  if (ruleFor(rules, identifier.name)?.merge !== true) return false;
  elderOf(visit, target, owner);
  return true;
};
