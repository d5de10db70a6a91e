import { lookupKey, profileIdKey, umidKey, type Profile } from '@kith/domain/identity';
import { countEvents, type StatisticsArguments } from '../people/count-events.ts';
import { findPerson } from '../people/find-person.ts';
import { listPersons, type PersonsArguments } from '../people/list-persons.ts';
import { dateTime } from './date-time.ts';
import { federationQueries } from './federation.ts';
import { personResolvers } from './person-resolvers.ts';
import type { QueryContext } from '../people/query-context.ts';

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
