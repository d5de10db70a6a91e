import { areContradictory, attach, contradiction } from '../draft/attach.ts';
import { ownerOf, report, targetOf, type Draft } from '../draft/draft.ts';
import { isContradicted } from '../rules/find-profile.ts';
import { merge, uniteCustomers } from '../merge/merge.ts';
import type { Profile } from '../model/profile.ts';
import type { Claim } from '../model/decision-input.ts';
import { identificationType, isWeaker, typeOfName } from '../model/strength.ts';

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
  contradiction(draft.input.account, target, claim) === null ||
  isWeakHere(draft, target, claim);

const isWeakHere = (draft: Draft, target: Profile, claim: Claim): boolean =>
  isWeaker(typeOf(draft, claim), identificationType(draft.input.account, draft.device, target));

const typeOf = (draft: Draft, { name }: Claim) => typeOfName(draft.input.account, name);

/** Merges the identifier's owner and the profile that answers, where the table says so; false where it does not. */
const unites = (draft: Draft, target: Profile, owner: Profile, claim: Claim): boolean => {
  const { account, claims } = draft.input;
  if (isContradicted(account, owner, claims.slice(0, claims.indexOf(claim)))) return false;
  if (target.state === 'visitor') return joinsVisitor(draft, target, owner, claim);
  if (owner.state === 'visitor') merge(draft, owner.umid, target.umid);
  else if (!isMergeable(draft, target, owner, claim)) return false;
  else uniteCustomers(draft, target, owner);
  return true;
};

const joinsVisitor = (draft: Draft, target: Profile, owner: Profile, claim: Claim): boolean => {
  if (owner.state === 'customer' && typeOf(draft, claim) === 0) return false;
  merge(draft, target.umid, owner.umid);
  return true;
};

const isMergeable = (draft: Draft, target: Profile, owner: Profile, claim: Claim): boolean =>
  !isWeakHere(draft, target, claim) &&
  !areContradictory(draft.input.account, target, owner) &&
  draft.input.account.identifiers.get(claim.name)?.merge === true;

/** What does not fit is left alone and reported. */
const reportConflict = (draft: Draft, kept: Profile, claim: Claim): void =>
  report(draft, 'profile.conflict', kept.umid, { identifier: claim.name, with: claim.owner?.umid ?? null });
