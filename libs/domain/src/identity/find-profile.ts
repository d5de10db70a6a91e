import type { AccountRules } from '../pipeline/account-rules.ts';
import { contradiction } from './attach.ts';
import type { Profile } from './profile.ts';
import type { Claim, Situation } from './situation.ts';
import { strongestOf } from './strength.ts';
import type { IdentificationType } from './profile.ts';

/** The profile that the request's identifiers lead to (X), and how strongly they say so. */
export interface FoundProfile {
  readonly profile: Profile;
  readonly strength: IdentificationType;
}

/**
 * The first identifier that finds a profile decides, unless that profile holds another value of a name that stands
 * higher in the same request: then it is a conflict, not X (behaviour.md section 3).
 */
export const findProfile = ({ account, claims }: Situation): FoundProfile | null => {
  const profile = claims.find((claim, index) => finds(account, claim, claims.slice(0, index)))?.owner ?? null;
  if (profile === null) return null;
  const leading = claims.filter(({ owner }) => owner?.umid === profile.umid);
  return { profile, strength: strongestOf(account, leading) };
};

const finds = (account: AccountRules, { owner }: Claim, higher: readonly Claim[]): boolean =>
  owner !== null && !isContradicted(account, owner, higher);

/** Whether a profile holds another value of a name among the identifiers. */
export const isContradicted = (account: AccountRules, profile: Profile, higher: readonly Claim[]): boolean =>
  higher.some((claim) => contradiction(account, profile, claim) !== null);
