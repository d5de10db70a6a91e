import type { Umid } from '../identity/model/ids.ts';
import type { Link, Profile } from '../identity/model/profile.ts';
import type { AccountRules } from '../pipeline/account-rules.ts';

/**
 * The umids that a profile is linked with, in the order of its links. What a rule linked that the account has given up
 * is kept, and not shown; what merges brought to the profile is the profile itself.
 */
export const linkedUmids = (
  { linking }: Pick<AccountRules, 'linking'>,
  { umid, absorbed }: Pick<Profile, 'umid' | 'absorbed'>,
  links: readonly Link[],
): readonly Umid[] => {
  const own = new Set([umid, ...absorbed]);
  const inForce = links.filter(({ why }) => linking.has(why));
  return [...new Set(inForce.flatMap(({ umids }) => umids.filter((one) => !own.has(one))))];
};
