import { attributesOf } from '../identity/model/attributes.ts';
import type { Profile } from '../identity/model/profile.ts';
import type { AccountRules, AttributeRule } from '../pipeline/account-rules.ts';
import { computedValue, type ActivitySum } from '../tracking/activity.ts';
import { enrichedValue } from '../tracking/events/enriched.ts';
import type { EpochMs } from '../epoch.ts';

/** What attributes are shown from; `activity` is the sum over the profile's umid and those that it absorbed. */
export interface AttributeMaterial {
  readonly account: Pick<AccountRules, 'attributes' | 'plan'>;
  readonly profile: Pick<Profile, 'attributes'>;
  readonly activity: ActivitySum;
  /** The moment that windows look back from. */
  readonly now: EpochMs;
}

/**
 * All configured attributes, imported, enriched and computed, as every interface shows them: a flat map of strings, '' where
 * nothing is known yet. Values whose name has left the configuration are kept for its return.
 */
export const attributeValues = ({
  account,
  profile,
  activity,
  now,
}: AttributeMaterial): Readonly<Record<string, string>> => {
  const held = attributesOf(profile);
  const valueOf = (name: string, rule: AttributeRule): string => {
    if (rule.kind === 'imported') return held[name]?.value ?? '';
    return rule.kind === 'enriched'
      ? enrichedValue(activity, name)
      : computedValue(account.plan, activity, name, now);
  };
  return Object.fromEntries(Array.from(account.attributes, ([name, rule]) => [name, valueOf(name, rule)]));
};
