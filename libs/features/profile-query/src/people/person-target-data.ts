import { shownIdentifiers } from '@kith/domain/answer';
import type { Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';

/** The GraphQL type of that name. */
export interface PersonTargetData {
  readonly umid: string;
  readonly profileId: string;
  readonly owner: string;
  readonly category: 'visitor' | 'customer';
  readonly source: string;
  readonly identifiers: readonly { readonly name: string; readonly value: string }[];
}

/** What an account shows of a profile. */
export const personTargetDataOf = (rules: AccountRules, profile: Profile): PersonTargetData => ({
  umid: profile.umid,
  profileId: profile.profileId,
  owner: rules.owner,
  category: profile.state,
  source: profile.source,
  identifiers: shownIdentifiers(rules, profile).map(({ name, value }) => ({ name, value })),
});
