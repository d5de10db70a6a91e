import { areContradictory, contradiction } from './attach.ts';
import { currentIn, profileIn } from './draft.ts';
import type { Draft } from './draft.ts';
import { findProfile } from './find-profile.ts';
import type { FoundProfile } from './find-profile.ts';
import type { Profile } from './profile.ts';
import { absorbVisitor } from './rules/absorb-visitor.ts';
import { bind, bindToCustomer } from './rules/bind.ts';
import { create } from './rules/first-contact.ts';
import { mergeCustomers } from './rules/merge-customers.ts';
import { mergeVisitor } from './rules/merge-visitor.ts';
import { stay } from './rules/stay.ts';
import { switchDevice, switchToNew } from './rules/switch-device.ts';
import type { Situation } from './situation.ts';
import { identificationType, isWeaker, typeOfKind } from './strength.ts';

/** The row of the decision table (behaviour.md section 3) that a request met. */
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

const rowOfUnknown = (situation: Situation, current: Profile): Row => {
  const known = identificationType(situation.account, situation.device, current);
  return situation.claims.some(
    (claim) =>
      contradiction(situation.account, current, claim) !== null &&
      !isWeaker(typeOfKind(situation.account.identifiers.get(claim.name)?.kind ?? 'device'), known),
  )
    ? 'switchToNew'
    : 'stay';
};

const rowOfCustomer = (situation: Situation, current: Profile, found: FoundProfile): Row => {
  const { account, device } = situation;
  if (found.profile.state === 'visitor') return 'absorbVisitor';
  if (isWeaker(found.strength, identificationType(account, device, current))) return 'keep';
  if (areContradictory(account, current, found.profile)) return 'switch';
  return mayMerge(situation, found) ? 'mergeCustomers' : 'switch';
};

const mayMerge = ({ account, claims }: Situation, found: FoundProfile): boolean =>
  claims.some(
    ({ name, owner }) => owner?.umid === found.profile.umid && account.identifiers.get(name)?.merge === true,
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
