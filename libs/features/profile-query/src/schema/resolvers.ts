import { lookupKey, type Profile, profileIdKey, umidKey } from '@kith/domain/identity';
import { type GraphQLScalarTypeConfig, Kind } from 'graphql';
import { countEvents, type StatisticsArguments } from '../people/count-events.ts';
import { findPerson } from '../people/find-person.ts';
import { listPersons, type PersonsArguments } from '../people/list-persons.ts';
import type { QueryContext } from '../people/query-context.ts';
import { federationQueries } from './federation.ts';
import { personResolvers } from './person-resolvers.ts';

const SHAPE =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A moment: epoch milliseconds inside, ISO 8601 outside (docs/behaviour.md#times). */
const dateTime = {
  serialize: (value) => new Date(Number(value)).toISOString(),
  parseValue: (value) => momentOf(value),
  parseLiteral: (node) => momentOf(node.kind === Kind.STRING ? node.value : undefined),
} satisfies Partial<GraphQLScalarTypeConfig<number, string>>;

type Found = Promise<Profile | null>;

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
