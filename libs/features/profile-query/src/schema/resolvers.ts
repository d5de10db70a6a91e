import { lookupKey, type Profile, profileIdKey, umidKey } from '@kith/domain/identity';
import { type GraphQLScalarTypeConfig, Kind } from 'graphql';
import type { PageArguments } from '../pages/connection.ts';
import { personConsent } from '../people/consent-pages.ts';
import { countEvents, type StatisticsArguments } from '../people/count-events.ts';
import { findPerson } from '../people/find-person.ts';
import { listPersons, type PersonsArguments } from '../people/list-persons.ts';
import { attributes, attributesByNames, segments } from '../people/person-attributes.ts';
import { type EventsArguments, personEvents } from '../people/person-events.ts';
import * as fields from '../people/person-fields.ts';
import type { QueryContext } from '../people/query-context.ts';
import { federationQueries } from './federation.ts';

type Args<T = unknown> = [profile: Profile, args: T, context: QueryContext];

/** The fields of a person; those that the profile has under the same name need nothing. */
const personResolvers = {
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

const SHAPE =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

type Found = Promise<Profile | null>;

/** A moment: epoch milliseconds inside, ISO 8601 outside (docs/behaviour.md#times). */
const dateTime = {
  serialize: (value) => new Date(Number(value)).toISOString(),
  parseValue: (value) => momentOf(value),
  parseLiteral: (node) => momentOf(node.kind === Kind.STRING ? node.value : undefined),
} satisfies Partial<GraphQLScalarTypeConfig<number, string>>;

/** Each resolver names a key; how a person is found stands in one place. */
export const resolvers = {
  Query: {
    personTargetDataByUmid: (_: unknown, { umid }: { umid: string }, context: QueryContext): Found =>
      findPerson(context, umidKey(umid)),
    personTargetDataByAnyId: (
      _: unknown,
      { idName, idValue }: { idName: string; idValue: string },
      context: QueryContext,
    ): Found => findPerson(context, lookupKey(context.rules, idName, idValue)),
    personTargetDataByProfileId: (
      _: unknown,
      { profileId }: { profileId: string },
      context: QueryContext,
    ): Found => findPerson(context, profileIdKey(profileId)),
    persons: (_: unknown, args: PersonsArguments, context: QueryContext) => listPersons(args, context),
    trackingStatistics: (_: unknown, args: StatisticsArguments, context: QueryContext) =>
      countEvents(args, context),
    ...federationQueries,
  },
  _Entity: { __resolveType: () => 'PersonTargetData' },
  PersonTargetData: personResolvers,
  DateTime: dateTime,
};

/** Of an error that is none of its own, the library says what was sent, where it stands, and for which variable. */
const momentOf = (value: unknown): number => {
  const moment = typeof value === 'string' && isOnCalendar(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(moment)) {
    throw new TypeError(
      'A DateTime is written as 2026-01-31T12:00:00.000Z, with Z or an offset, or as a day of UTC.',
    );
  }
  return moment;
};

/** Engines take the 31st of any month. */
const isOnCalendar = (text: string): boolean => {
  const { year, month, day } = SHAPE.exec(text)?.groups ?? {};
  const end = new Date(0);
  end.setUTCFullYear(Number(year), Number(month), 0);
  return Number(day) <= end.getUTCDate();
};
