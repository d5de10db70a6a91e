import { areContradictory, attach, contradiction } from './attach.ts';
import { ownerOf, targetOf } from './draft.ts';
import type { Draft } from './draft.ts';
import { isContradicted } from './find-profile.ts';
import { merge } from './merge/merge.ts';
import type { Profile } from './profile.ts';
import { reportConflict } from './rules/keep.ts';
import { mergeCustomers } from './rules/merge-customers.ts';
import type { Claim } from './situation.ts';
import { identificationType, isWeaker, typeOfKind } from './strength.ts';

/**
 * Once it is settled who answers, every identifier joins by the same table, in the order of priority, except that
 * nothing switches any more: what does not fit is left alone and reported
 * (docs/behaviour.md#several-identifiers-in-one-request).
 */
export const join = (draft: Draft, claim: Claim): void => {
  const target = targetOf(draft);
  const owner = ownerOf(draft, claim);
  if (owner === null) return joinUnowned(draft, target, claim);
  if (owner.umid !== target.umid && !unites(draft, target, owner, claim)) {
    return reportConflict(draft, target, claim);
  }
  attach(draft, targetOf(draft).umid, claim);
};

const joinUnowned = (draft: Draft, target: Profile, claim: Claim): void =>
  isFree(draft, target, claim) ? attach(draft, target.umid, claim) : reportConflict(draft, target, claim);

/** Nothing stands against the identifier, or something that it replaces: a visitor is nobody else yet. */
const isFree = (draft: Draft, target: Profile, claim: Claim): boolean =>
  target.state === 'visitor' ||
  contradiction(draft.situation.account, target, claim) === null ||
  isWeakHere(draft, target, claim);

const isWeakHere = (draft: Draft, target: Profile, claim: Claim): boolean =>
  isWeaker(typeOf(draft, claim), identificationType(draft.situation.account, draft.device, target));

const typeOf = (draft: Draft, { name }: Claim) =>
  typeOfKind(draft.situation.account.identifiers.get(name)?.kind ?? 'device');

/** Merges the identifier's owner and the profile that answers, where the table says so; false where it does not. */
const unites = (draft: Draft, target: Profile, owner: Profile, claim: Claim): boolean => {
  const { account, claims } = draft.situation;
  if (isContradicted(account, owner, claims.slice(0, claims.indexOf(claim)))) return false;
  if (target.state === 'visitor') return joinsVisitor(draft, target, owner, claim);
  if (owner.state === 'visitor') merge(draft, owner.umid, target.umid);
  else if (!isMergeable(draft, target, owner, claim)) return false;
  else mergeCustomers(draft, target, owner);
  return true;
};

const joinsVisitor = (draft: Draft, target: Profile, owner: Profile, claim: Claim): boolean => {
  if (owner.state === 'customer' && typeOf(draft, claim) === 0) return false;
  merge(draft, target.umid, owner.umid);
  return true;
};

const isMergeable = (draft: Draft, target: Profile, owner: Profile, claim: Claim): boolean =>
  !isWeakHere(draft, target, claim) &&
  !areContradictory(draft.situation.account, target, owner) &&
  draft.situation.account.identifiers.get(claim.name)?.merge === true;
