import { lookupKey, profileIdKey, umidKey } from '@kith/domain/identity';
import { findPerson } from '../people/find-person.ts';
import type { PersonTargetData } from '../people/person-target-data.ts';
import type { QueryContext } from './query-context.ts';

type Found = Promise<PersonTargetData | null>;

/** What another subgraph knows of a person: one of the keys of the type. */
interface Reference {
  readonly umid?: unknown;
  readonly profileId?: unknown;
}

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
  },
  PersonTargetData: {
    __resolveReference: ({ umid, profileId }: Reference, context: QueryContext): Found =>
      findPerson(context, typeof umid === 'string' ? umidKey(umid) : profileIdKey(String(profileId))),
  },
};
