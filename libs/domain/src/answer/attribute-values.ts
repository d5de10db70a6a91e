import { attributesOf } from '../identity/attributes.ts';
import type { Profile } from '../identity/profile.ts';
import type { AccountRules } from '../pipeline/account-rules.ts';
import { computedValue } from '../tracking/activity.ts';
import type { Activity } from '../tracking/activity.ts';

/** What attributes are shown from; `activity` is the sum over the profile's umid and those that it absorbed. */
export interface AttributeMaterial {
  readonly account: Pick<AccountRules, 'attributes'>;
  readonly profile: Pick<Profile, 'attributes'>;
  readonly activity: Activity;
}

/**
 * All configured attributes, imported and computed, as every interface shows them: a flat map of strings, '' where
 * nothing is known yet. Values whose name has left the configuration are kept for its return.
 */
export const attributeValues = ({
  account,
  profile,
  activity,
}: AttributeMaterial): Readonly<Record<string, string>> => {
  const held = attributesOf(profile);
  return Object.fromEntries(
    Array.from(account.attributes, ([name, rule]) => [
      name,
      rule.kind === 'imported' ? (held[name]?.value ?? '') : computedValue(activity, name, rule),
    ]),
  );
};
