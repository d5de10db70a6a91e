import { LINKED_PROFILES, linkedUmids, sectionsOf, type InfoSections } from '@kith/domain/answer';
import type { Profile } from '@kith/domain/identity';
import type { AccountRules, Section } from '@kith/domain/pipeline';
import { NO_ACTIVITY, sumOfActivities, type Activity } from '@kith/domain/tracking';
import { evaluateSegments, type Expressions, type ProfileReader, type Scope } from '@kith/ports';

export interface SectionsDeps {
  readonly store: ProfileReader;
  readonly expressions: Expressions;
}

/** Whose sections are read, and when; in epoch milliseconds. */
export interface SectionSubject {
  readonly account: AccountRules;
  readonly profile: Profile;
  readonly now: number;
}

/** Reads what the asked sections need beyond the profile itself, and builds them. */
export const readSections = async (
  { store: reader, expressions }: SectionsDeps,
  scope: Scope,
  { account, profile, now }: SectionSubject,
  wanted: readonly Section[],
): Promise<InfoSections> => {
  const [activity, linked] = await Promise.all([
    wanted.includes('attributes') ? readActivity(reader, scope, account, profile) : NO_ACTIVITY,
    wanted.includes('nbidentifiers') ? readLinked(reader, scope, account, profile) : [],
  ]);
  const material = { account, profile, activity, linked, now };
  if (!wanted.includes('attributes')) return sectionsOf(material, wanted);
  const [segments] = await evaluateSegments(expressions, scope.deadline, [material]);
  return sectionsOf({ ...material, ...(segments === undefined ? {} : { segments }) }, wanted);
};

/** A profile reads the sum over itself and the umids that it absorbed. */
const readActivity = async (
  reader: ProfileReader,
  scope: Scope,
  { plan }: AccountRules,
  profile: Profile,
): Promise<Activity> => {
  const activities = await reader.activities(scope, [profile.umid, ...profile.absorbed]);
  return sumOfActivities(plan, activities);
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
