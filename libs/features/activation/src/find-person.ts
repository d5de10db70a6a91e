import type { Profile, Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import { sumOfActivities } from '@kith/domain/tracking';
import type { Activity } from '@kith/domain/tracking';
import { scopeOf } from './parts.ts';
import type { Tending } from './parts.ts';

/** The living profile that a umid leads to, over the redirects of merges; null where nobody lives there. */
export const livingProfile = async (
  parts: Pick<Tending, 'profiles' | 'rules' | 'callDeadline'>,
  umid: Umid,
): Promise<Profile | null> => {
  const { profiles } = await parts.profiles.load(scopeOf(parts), { umids: [umid] });
  return profiles.find((found) => found.umid === umid)?.profile ?? null;
};

/** A profile reads the sum over itself and the umids that it absorbed. */
export const activityOf = async (
  parts: Pick<Tending, 'profiles' | 'rules' | 'account' | 'callDeadline'>,
  profile: Profile,
): Promise<Activity> => {
  const activities = await parts.profiles.activities(scopeOf(parts), umidsOfPerson(profile));
  return sumOfActivities(parts.account.plan, activities);
};
