import { GraphQLError } from 'graphql';
import type { LookupKey, Profile } from '@kith/domain/identity';
import type { QueryContext } from '../schema/query-context.ts';
import { personTargetDataOf } from './person-target-data.ts';
import type { PersonTargetData } from './person-target-data.ts';
import type { ProfileLoader } from './profile-loader.ts';

/** The person that a key leads to, or null; a mistaken key is `BAD_USER_INPUT`. */
export const findPerson = async (context: QueryContext, key: LookupKey): Promise<PersonTargetData | null> => {
  const profile = await findProfile(context.profiles, key);
  return profile === null ? null : personTargetDataOf(context.rules, profile);
};

const findProfile = async (profiles: ProfileLoader, key: LookupKey): Promise<Profile | null> => {
  switch (key.kind) {
    case 'umid':
      return profiles.byUmid(key.umid);
    case 'umdid':
      return profiles.byUmdid(key.umdid);
    case 'identifier':
      return profiles.byIdentifier(key.identifier);
    case 'nobody':
      return null;
    case 'mistaken':
      throw new GraphQLError(key.why, { extensions: { code: 'BAD_USER_INPUT' } });
  }
};
