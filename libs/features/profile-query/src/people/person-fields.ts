import { linkedUmids, sectionsOf, shownIdentifiers, type InfoSections } from '@kith/domain/answer';
import { toldDate } from '@kith/domain/consent';
import type { HeldIdentifier, Profile } from '@kith/domain/identity';
import type { Section } from '@kith/domain/pipeline';
import { lastSightOf, umidsOfPerson } from '@kith/domain/privacy';
import { NO_ACTIVITY } from '@kith/domain/tracking';
import { badInput } from '../pages/bad-input.ts';
import { DEVICES, MERGED, pageSize } from '../pages/page-size.ts';
import type { PageArguments } from '../pages/connection.ts';
import type { QueryContext } from './query-context.ts';

/** What the info answer shows of the profile itself. */
const ownSections = ({ rules, now }: QueryContext, profile: Profile, section: Section): InfoSections =>
  sectionsOf({ account: rules, profile, activity: NO_ACTIVITY, linked: [], now }, [section]);

export const ownIdentifiers = (profile: Profile, { rules }: QueryContext): readonly HeldIdentifier[] =>
  shownIdentifiers(rules, profile);

/** The identifiers of one name; a name that the account does not have is `BAD_USER_INPUT`. */
export const identifiersByName = (
  profile: Profile,
  { name }: { readonly name: string },
  context: QueryContext,
): readonly HeldIdentifier[] => {
  if (!context.rules.identifiers.has(name)) throw badInput('The account has no identifier of that name.');
  return ownIdentifiers(profile, context).filter((identifier) => identifier.name === name);
};

/** As `nextBestIdentifiers` of the info answer. */
export const linkedIdentifiers = async (
  profile: Profile,
  { rules, profiles, loaders, now }: QueryContext,
): Promise<InfoSections['nextBestIdentifiers']> => {
  const umids = linkedUmids(rules, profile, await loaders.links(profile.umid));
  const found = await Promise.all(umids.map((umid) => profiles.byUmid(umid)));
  const living = new Map(found.flatMap((one) => (one === null ? [] : [[one.umid, one] as const])));
  living.delete(profile.umid);
  const material = { account: rules, profile, activity: NO_ACTIVITY, linked: [...living.values()], now };
  return sectionsOf(material, ['nbidentifiers']).nextBestIdentifiers;
};

/** As `permissions` and `permissionsLastModification` of the info answer. */
export const permissions = (profile: Profile, context: QueryContext) => {
  const { permissions: values = {} } = ownSections(context, profile, 'permissions');
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    lastModification: profile.permissions[name]!.modifiedAt,
  }));
};

/** As `notificationHistory` of the info answer. */
export const notifications = ({ recentAcknowledgements }: Profile) =>
  recentAcknowledgements.map((one) => ({ ...one, date: toldDate(one) }));

/** The devices that are bound to the person, last seen first. */
export const umdids = async (
  profile: Profile,
  { first }: PageArguments,
  { loaders }: QueryContext,
): Promise<readonly string[]> => {
  const size = pageSize(DEVICES, first);
  if (size === 0) return [];
  const devices = await Promise.all(umidsOfPerson(profile).map((umid) => loaders.devices(umid, size)));
  return devices
    .flat()
    .sort((a, b) => b.lastSeen - a.lastSeen || (a.umdid < b.umdid ? 1 : -1))
    .slice(0, size)
    .map(({ umdid }) => umdid);
};

/** The umids that merges brought to the person, the last one first. */
export const mergedUmids = ({ absorbed }: Profile, { first }: PageArguments): readonly string[] =>
  absorbed.toReversed().slice(0, pageSize(MERGED, first));

/** By the resolver, or by an event. */
export const lastSeen = async (profile: Profile, { loaders }: QueryContext): Promise<number> =>
  lastSightOf(profile, await loaders.activities(umidsOfPerson(profile)));
