import type { SealConsent } from '../../consent/seal.ts';
import type { EpochMs } from '../../epoch.ts';
import type { AccountRules } from '../../pipeline/account-rules.ts';
import type { Umid } from '../model/ids.ts';
import type { Identifier, MergeJournal, Profile, UndoableRedirect } from '../model/profile.ts';

/** An identifier and the umid under which the store keeps it. */
export type StoredIdentifier = Identifier & { readonly umid: Umid };

/** Everything that undoing a merge is decided from. */
export interface MergeToUndo {
  readonly account: AccountRules;
  readonly now: EpochMs;
  readonly survivor: Profile;
  /** What its newest merge left. */
  readonly redirect: UndoableRedirect;
  /** Who has each of `identifiersOfMerge` now; absent: nobody. */
  readonly owners: readonly StoredIdentifier[];
  readonly seal: SealConsent;
}

/** The identifiers whose owners must be known to undo a merge. */
export const identifiersOfMerge = (
  account: AccountRules,
  { loser, displaced }: MergeJournal,
): readonly Identifier[] =>
  [...loser.identifiers, ...displaced]
    .filter(({ name }) => !isShared(account, name))
    .map(({ name, value }) => ({ name, value }));

/** Whether a value of the name can have many holders, and so has no owner. */
export const isShared = (account: AccountRules, name: string): boolean =>
  account.identifiers.get(name)?.shared === true;

/** The umid and all that merges had brought there. */
export const familyOf = ({ umid, absorbed }: Profile): ReadonlySet<Umid> => new Set([umid, ...absorbed]);
