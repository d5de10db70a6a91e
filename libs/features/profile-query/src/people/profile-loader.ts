import DataLoader from 'dataloader';
import type { Identifier, Profile, Umdid, Umid } from '@kith/domain/identity';
import { within } from '@kith/platform';
import type { Loaded, Wanted } from '@kith/domain/resolution';
import type { ProfileReader, Scope } from '@kith/ports';

/** Finds the living profiles of one request, all that are asked for at once in one look at the store. */
export interface ProfileLoader {
  byUmid(umid: Umid): Promise<Profile | null>;
  /** By an identifier that finds profiles, or by `profileId`. */
  byIdentifier(identifier: Identifier): Promise<Profile | null>;
  byUmdid(umdid: Umdid): Promise<Profile | null>;
}

type Key = { readonly umid: Umid } | { readonly identifier: Identifier };

/** They come in one document of the database, which may have 16 MiB. */
const PROFILES_PER_LOOK = 200;

/** The scope confines every look-up to the account of the caller's token. */
export const createProfileLoader = (reader: ProfileReader, scope: Scope): ProfileLoader => {
  const look = (wanted: Wanted): Promise<Loaded> =>
    within(scope.deadline, 'a look at the profiles', reader.load(scope, wanted));
  const profiles = new DataLoader<Key, Profile | null, string>(
    async (keys) => {
      const loaded = await look(wantedBy(keys));
      return keys.map((key) => profileOf(loaded, key));
    },
    { cacheKeyFn: nameOf, maxBatchSize: PROFILES_PER_LOOK },
  );
  return {
    byUmid: (umid) => profiles.load({ umid }),
    byIdentifier: (identifier) => profiles.load({ identifier }),
    byUmdid: async (umdid) => (await look({ umdid })).current,
  };
};

const wantedBy = (keys: readonly Key[]): Wanted => ({
  umids: keys.flatMap((key) => ('umid' in key ? key.umid : [])),
  identifiers: keys.flatMap((key) => ('identifier' in key ? key.identifier : [])),
});

const profileOf = (loaded: Loaded, key: Key): Profile | null => {
  if ('umid' in key) return loaded.profiles.find(({ umid }) => umid === key.umid)?.profile ?? null;
  const { name, value } = key.identifier;
  return loaded.owners.find((owner) => owner.name === name && owner.value === value)?.profile ?? null;
};

const nameOf = (key: Key): string =>
  JSON.stringify('umid' in key ? [key.umid] : [key.identifier.name, key.identifier.value]);
