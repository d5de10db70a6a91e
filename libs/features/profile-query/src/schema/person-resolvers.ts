import type { Profile } from '@kith/domain/identity';
import type { PageArguments } from '../pages/connection.ts';
import { personConsent } from '../people/consent-pages.ts';
import { attributes, attributesByNames, segments } from '../people/person-attributes.ts';
import { personEvents, type EventsArguments } from '../people/person-events.ts';
import * as fields from '../people/person-fields.ts';
import type { QueryContext } from '../people/query-context.ts';

type Args<T = unknown> = [profile: Profile, args: T, context: QueryContext];

/** The fields of a person; those that the profile has under the same name need nothing. */
export const personResolvers = {
  owner: (...[, , { rules }]: Args): string => rules.owner,
  category: ({ state }: Profile): string => state,
  state: ({ state }: Profile): number => (state === 'customer' ? 1 : 0),
  identifiers: (...[profile, , context]: Args) => fields.ownIdentifiers(profile, context),
  identifiersByName: (...args: Args<{ readonly name: string }>) => fields.identifiersByName(...args),
  linkedIdentifiers: (...[profile, , context]: Args) => fields.linkedIdentifiers(profile, context),
  permissions: (...[profile, , context]: Args) => fields.permissions(profile, context),
  consentHistory: (...args: Args<PageArguments>) => personConsent(...args),
  notifications: (profile: Profile) => fields.notifications(profile),
  attributes: (...[profile, , context]: Args) => attributes(profile, context),
  attributesByNames: (...args: Args<{ readonly names: readonly string[] }>) => attributesByNames(...args),
  segments: (...[profile, , context]: Args) => segments(profile, context),
  umdids: (...args: Args<PageArguments>) => fields.umdids(...args),
  mergedUmids: (profile: Profile, args: PageArguments) => fields.mergedUmids(profile, args),
  createdDate: ({ createdAt }: Profile): number => createdAt,
  changeDate: ({ changedAt }: Profile): number => changedAt,
  lastSeen: (...[profile, , context]: Args) => fields.lastSeen(profile, context),
  events: (...args: Args<EventsArguments>) => personEvents(...args),
};
