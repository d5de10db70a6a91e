import type { Profile, Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import { sumOfActivities, type Activity } from '@kith/domain/tracking';
import type { SeenProfile } from './batching-sender.ts';
import { scopeOf, type DestinationDeps } from './destination-deps.ts';

/** The living profile that a umid leads to, over the redirects of merges; null where nobody lives there. */
export const livingProfile = async (
  deps: Pick<DestinationDeps, 'profiles' | 'rules' | 'callDeadline'>,
  umid: Umid,
): Promise<Profile | null> => {
  const { profiles } = await deps.profiles.load(scopeOf(deps), { umids: [umid] });
  return profiles.find((found) => found.umid === umid)?.profile ?? null;
};

/** Whether each is still the one that was seen. */
export const areUnchanged = async (
  deps: Pick<DestinationDeps, 'profiles' | 'rules' | 'callDeadline'>,
  seen: readonly SeenProfile[],
): Promise<readonly boolean[]> => {
  const umids = [...new Set(seen.map(({ asked }) => asked))];
  const { profiles } = await deps.profiles.load(scopeOf(deps), { umids });
  const living = new Map(profiles.map(({ umid, profile }) => [umid, profile]));
  return seen.map(({ asked, umid, version }) => {
    const now = living.get(asked);
    return now?.umid === umid && now.version === version;
  });
};

/** A profile reads the sum over itself and the umids that it absorbed. */
export const activityOf = async (
  deps: Pick<DestinationDeps, 'profiles' | 'rules' | 'account' | 'callDeadline'>,
  profile: Profile,
): Promise<Activity> => {
  const activities = await deps.profiles.activities(scopeOf(deps), umidsOfPerson(profile));
  return sumOfActivities(deps.account.plan, activities);
};
