import { LINKED_PROFILES, linkedUmids, sectionsOf } from '@kith/domain/answer';
import type { InfoSections } from '@kith/domain/answer';
import type { Profile } from '@kith/domain/identity';
import type { AccountRules, Section } from '@kith/domain/pipeline';
import { addActivities, NO_ACTIVITY } from '@kith/domain/tracking';
import type { Activity } from '@kith/domain/tracking';
import type { ProfileReader, Scope } from '@kith/ports';

/** Reads what the asked sections need beyond the profile itself, and builds them. */
export const readSections = async (
  reader: ProfileReader,
  scope: Scope,
  { account, profile }: { readonly account: AccountRules; readonly profile: Profile },
  wanted: readonly Section[],
): Promise<InfoSections> => {
  const [activity, linked] = await Promise.all([
    wanted.includes('attributes') ? readActivity(reader, scope, profile) : NO_ACTIVITY,
    wanted.includes('nbidentifiers') ? readLinked(reader, scope, account, profile) : [],
  ]);
  return sectionsOf({ account, profile, activity, linked }, wanted);
};

/** A profile reads the sum over itself and the umids that it absorbed. */
const readActivity = async (reader: ProfileReader, scope: Scope, profile: Profile): Promise<Activity> => {
  const activities = await reader.activities(scope, [profile.umid, ...profile.absorbed]);
  return activities.reduce(addActivities, NO_ACTIVITY);
};

const readLinked = async (
  reader: ProfileReader,
  scope: Scope,
  account: AccountRules,
  profile: Profile,
): Promise<readonly Profile[]> => {
  const links = await reader.links(scope, profile.umid, LINKED_PROFILES);
  const { profiles } = await reader.load(scope, { umids: linkedUmids(account, profile, links) });
  const living = new Map(profiles.map((found) => [found.profile.umid, found.profile]));
  return [...living.values()].filter(({ umid }) => umid !== profile.umid);
};
