import type { Profile } from '@kith/domain/identity';
import type { ActivitySum } from '@kith/domain/tracking';
import type { Tending } from './destination-deps.ts';

/** Whether a destination may have anything of a person now. */
export type Verdict = 'yes' | 'no' | 'unknown';

/** Whether every one of the permissions is granted; what nobody has decided is not. */
export const hasPermissions = (
  requires: readonly string[],
  { permissions }: Pick<Profile, 'permissions'>,
): boolean => requires.every((name) => Object.hasOwn(permissions, name) && permissions[name]!.granted);

/** By permissions and segment as they are at this moment. */
export const mayHave = async (
  { rules, account, inSegment, callDeadline }: Tending,
  profile: Profile,
  activity: () => Promise<ActivitySum>,
): Promise<Verdict> => {
  if (!hasPermissions(rules.requires, profile)) return 'no';
  if (rules.segment === null) return 'yes';
  const isIn = await inSegment(callDeadline(), account, rules.segment, {
    profile,
    activity: await activity(),
  });
  if (isIn === null) return 'unknown';
  return isIn ? 'yes' : 'no';
};
