import { lookupKey, type Identifier, type LookupKey, type Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { badRequest } from '@kith/platform';
import type { ProfileReader, Scope } from '@kith/ports';

/**
 * The living profile that a name and a value lead to, as in interface A; null where they lead to nobody. Throws a 400
 * `Problem` where the account has no such name, or the value can be none of it.
 */
export const findPerson = async (
  profiles: ProfileReader,
  scope: Scope,
  rules: AccountRules,
  { name, value }: Identifier,
): Promise<Profile | null> => {
  const key = lookupKey(rules, name, value);
  return key.kind === 'nobody' ? null : profileOf(profiles, scope, key);
};

const profileOf = async (
  profiles: ProfileReader,
  scope: Scope,
  key: Exclude<LookupKey, { readonly kind: 'nobody' }>,
): Promise<Profile | null> => {
  switch (key.kind) {
    case 'umid':
      return (await profiles.load(scope, { umids: [key.umid] })).profiles[0]?.profile ?? null;
    case 'umdid':
      return (await profiles.load(scope, { umdid: key.umdid })).current;
    case 'identifier':
      return (await profiles.load(scope, { identifiers: [key.identifier] })).owners[0]?.profile ?? null;
    case 'mistaken':
      throw badRequest([{ pointer: '/person', detail: key.why }]);
  }
};
