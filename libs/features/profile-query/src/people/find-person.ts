import type { LookupKey, Profile } from '@kith/domain/identity';
import { badInput } from '../pages/bad-input.ts';
import type { QueryContext } from './query-context.ts';

/** The person that a key leads to, or null; a mistaken key is `BAD_USER_INPUT`. */
export const findPerson = async (
  { profiles }: Pick<QueryContext, 'profiles'>,
  key: LookupKey,
): Promise<Profile | null> => {
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
      throw badInput(key.why);
  }
};
