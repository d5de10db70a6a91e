import type { Profile, Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import { sumOfActivities } from '@kith/domain/tracking';
import type { Activity } from '@kith/domain/tracking';
import type { Seen } from './batching-sender.ts';
import { scopeOf } from './destination-deps.ts';
import type { Tending } from './destination-deps.ts';

/** The living profile that a umid leads to, over the redirects of merges; null where nobody lives there. */
export const livingProfile = async (
  parts: Pick<Tending, 'profiles' | 'rules' | 'callDeadline'>,
  umid: Umid,
): Promise<Profile | null> => {
  const { profiles } = await parts.profiles.load(scopeOf(parts), { umids: [umid] });
  return profiles.find((found) => found.umid === umid)?.profile ?? null;
};

/** Whether each is still the one that was seen. */
export const areAsSeen = async (
  parts: Pick<Tending, 'profiles' | 'rules' | 'callDeadline'>,
  seen: readonly Seen[],
): Promise<readonly boolean[]> => {
  const umids = [...new Set(seen.map(({ asked }) => asked))];
  const { profiles } = await parts.profiles.load(scopeOf(parts), { umids });
  const living = new Map(profiles.map(({ umid, profile }) => [umid, profile]));
  return seen.map(({ asked, umid, version }) => {
    const now = living.get(asked);
    return now?.umid === umid && now.version === version;
  });
};

/** A profile reads the sum over itself and the umids that it absorbed. */
export const activityOf = async (
  parts: Pick<Tending, 'profiles' | 'rules' | 'account' | 'callDeadline'>,
  profile: Profile,
): Promise<Activity> => {
  const activities = await parts.profiles.activities(scopeOf(parts), umidsOfPerson(profile));
  return sumOfActivities(parts.account.plan, activities);
};
