import type { Administrable } from '@kith/ports';
import { askOrOpen } from './ask-or-open.ts';
import type { Opened, Place } from './connections.ts';

/**
 * The profiles: by way of the resolver, in its database, or with standalone. What each of these takes is loaded where it
 * is the one: a command that asks an app opens no database.
 */
export const openAdministration = (place: Place): Promise<Opened<Administrable>> =>
  open(place, { mustExist: true });

/** The same, for what may come before the first start of standalone, and makes its data then. */
export const openOrMakeAdministration = (place: Place): Promise<Opened<Administrable>> =>
  open(place, { mustExist: false });

const open = async (
  place: Place,
  opening: { readonly mustExist: boolean },
): Promise<Opened<Administrable>> => {
  const { MONGODB_URI, RESOLVER_URL } = place.settings;
  if (RESOLVER_URL !== undefined) return (await import('./ask-resolver.ts')).askResolver(place, RESOLVER_URL);
  if (MONGODB_URI !== undefined) return (await import('./open-database.ts')).openDatabase(place, MONGODB_URI);
  return askOrOpen(
    place,
    ({ administration, consent, privacy, imports, deadLetters, audiences, attributes }) => ({
      administration,
      consent,
      privacy,
      imports,
      deadLetters,
      audiences,
      attributes,
    }),
    async () => (await import('./open-data.ts')).openData(place, opening),
  );
};
