import type { AccountRules } from '../../pipeline/account-rules.ts';
import { contradiction } from '../draft/attach.ts';
import type { IdentificationType, Profile } from '../model/profile.ts';
import type { Claim, DecisionInput } from '../model/decision-input.ts';
import { strongestOf } from '../model/strength.ts';

/** The profile that the request's identifiers lead to (X), and what leads there. */
export interface FoundProfile {
  readonly profile: Profile;
  /** Every identifier that finds it; one that stands below another value of a name that the profile holds does not. */
  readonly by: readonly Claim[];
  /** How strongly they say so. */
  readonly strength: IdentificationType;
  /** What the request names before the first of them: nobody's, or in conflict. */
  readonly before: readonly Claim[];
}

/**
 * The first identifier that finds a profile decides, unless that profile holds another value of a name that stands
 * higher in the same request: then it is a conflict, not X (docs/behaviour.md#several-identifiers-in-one-request).
 */
export const findProfile = ({ account, claims }: DecisionInput): FoundProfile | null => {
  const finding = claims.filter((claim, index) => finds(account, claim, claims.slice(0, index)));
  const profile = finding[0]?.owner ?? null;
  if (profile === null) return null;
  const by = finding.filter(({ owner }) => owner?.umid === profile.umid);
  return { profile, by, strength: strongestOf(account, by), before: claims.slice(0, claims.indexOf(by[0]!)) };
};

const finds = (account: AccountRules, { owner }: Claim, higher: readonly Claim[]): boolean =>
  owner !== null && !isContradicted(account, owner, higher);

/** Whether a profile holds another value of a name among the identifiers. */
export const isContradicted = (account: AccountRules, profile: Profile, higher: readonly Claim[]): boolean =>
  higher.some((claim) => contradiction(account, profile, claim) !== null);
