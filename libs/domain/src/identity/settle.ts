import { areContradictory, contradiction } from './attach.ts';
import { currentIn, profileIn } from './draft.ts';
import type { Draft } from './draft.ts';
import { findProfile } from './find-profile.ts';
import type { FoundProfile } from './find-profile.ts';
import type { IdentificationType, Profile } from './profile.ts';
import { absorbVisitor } from './rules/absorb-visitor.ts';
import { bind, bindToCustomer } from './rules/bind.ts';
import { create } from './rules/first-contact.ts';
import { mergeCustomers } from './rules/merge-customers.ts';
import { mergeVisitor } from './rules/merge-visitor.ts';
import { stay } from './rules/stay.ts';
import { switchDevice, switchToNew } from './rules/switch-device.ts';
import type { Claim, Situation } from './situation.ts';
import { identificationType, isWeaker, typeOfKind } from './strength.ts';

/** The row of the decision table (docs/behaviour.md#the-decision-table) that a request met. */
export type Row =
  | 'create'
  | 'bind'
  | 'stay'
  | 'same'
  | 'bindToCustomer'
  | 'mergeVisitor'
  | 'switchToNew'
  | 'keep'
  | 'absorbVisitor'
  | 'switch'
  | 'mergeCustomers';

/** The row for the device's profile (C) and the profile that the identifiers lead to (X). */
export const rowOf = (situation: Situation, current: Profile | null, found: FoundProfile | null): Row => {
  if (current === null) return found === null ? 'create' : 'bind';
  if (found?.profile.umid === current.umid) return 'same';
  if (current.state === 'visitor') return found === null ? 'stay' : rowOfVisitor(found);
  return found === null ? rowOfUnknown(situation, current) : rowOfCustomer(situation, current, found);
};

/** A forwarded link makes nobody part of a customer: a device identifier alone binds, and merges nothing. */
const rowOfVisitor = ({ profile, strength }: FoundProfile): Row =>
  profile.state === 'customer' && strength === 0 ? 'bindToCustomer' : 'mergeVisitor';

const rowOfUnknown = (situation: Situation, current: Profile): Row =>
  namesAnother(situation, current, situation.claims) ? 'switchToNew' : 'stay';

/**
 * A login that nobody has, where C has another one, is another person's; what stands below it and leads to somebody who
 * is not that person either (a visitor, a neighbour's line) does not make it C's.
 */
const rowOfCustomer = (situation: Situation, current: Profile, found: FoundProfile): Row => {
  const isAnother = namesAnother(situation, current, found.before);
  if (found.profile.state === 'visitor') return isAnother ? 'switchToNew' : 'absorbVisitor';
  if (isWeak(situation, current, found.strength)) return isAnother ? 'switchToNew' : 'keep';
  if (isAnother || areContradictory(situation.account, current, found.profile)) return 'switch';
  return mayMerge(situation, current, found) ? 'mergeCustomers' : 'switch';
};

/** Whether one of the identifiers is nobody's, while C has another value of its name, and it is not the weaker one. */
const namesAnother = (situation: Situation, current: Profile, claims: readonly Claim[]): boolean =>
  claims.some(
    (claim) =>
      claim.owner === null &&
      contradiction(situation.account, current, claim) !== null &&
      !isWeak(situation, current, typeOf(situation, claim)),
  );

const isWeak = ({ account, device }: Situation, current: Profile, type: IdentificationType): boolean =>
  isWeaker(type, identificationType(account, device, current));

const typeOf = ({ account }: Situation, { name }: Claim): IdentificationType =>
  typeOfKind(account.identifiers.get(name)?.kind ?? 'device');

/** An identifier that is too weak to say who somebody is cannot make one person of two either. */
const mayMerge = (situation: Situation, current: Profile, { by }: FoundProfile): boolean =>
  by.some(
    (claim) =>
      situation.account.identifiers.get(claim.name)?.merge === true &&
      !isWeak(situation, current, typeOf(situation, claim)),
  );

/** Settles which profile answers, and applies the row to the draft. */
export const settle = (draft: Draft): Row => {
  const { situation } = draft;
  const found = findProfile(situation);
  const current = currentIn(draft);
  const row = rowOf(situation, current, found);
  apply(draft, row, current, found?.profile ?? null);
  return row;
};

const apply = (draft: Draft, row: Row, current: Profile | null, found: Profile | null): void => {
  switch (row) {
    case 'create':
      return create(draft);
    case 'bind':
      return bind(draft, present(found));
    case 'bindToCustomer':
      return bindToCustomer(draft, present(current), present(found));
    case 'stay':
    case 'same':
    case 'keep':
      return stay(draft, present(current));
    case 'mergeVisitor':
      return mergeVisitor(draft, present(current), profileIn(draft, present(found).umid));
    case 'absorbVisitor':
      return absorbVisitor(draft, present(current), present(found));
    case 'mergeCustomers':
      return mergeCustomers(draft, present(current), present(found));
    case 'switch':
      return switchDevice(draft, present(current), present(found).umid);
    case 'switchToNew':
      return switchToNew(draft, present(current));
  }
};

const present = (profile: Profile | null): Profile => {
  if (profile === null) throw new Error('a row of the decision table needs a profile that is not there');
  return profile;
};
