import { createDestinationAdministration } from '@kith/destinations';
import { openEmbeddedStore } from '@kith/embedded';
import { openMongodbDestinations } from '@kith/mongodb';
import { ConfigurationError, createLive } from '@kith/platform';
import type { DestinationAdministration, DestinationStores } from '@kith/ports';
import { askOrOpen } from './ask-or-open.ts';
import type { Opened, Place } from './connections.ts';

/** Destinations: with standalone, or in the resolver's database, where activation keeps what it does for them. */
export const openDestinations = async (place: Place): Promise<Opened<DestinationAdministration>> => {
  const { MONGODB_URI: uri, RESOLVER_URL: resolver } = place.settings;
  if (resolver !== undefined) {
    const sentence = "leave it out: with MONGODB_URI alone, which is the resolver's database then";
    throw new ConfigurationError([`RESOLVER_URL: destinations are no business of the resolver; ${sentence}`]);
  }
  if (uri !== undefined) return openDatabase(place, uri);
  return askOrOpen(
    place,
    ({ destinations }) => destinations,
    () => openData(place),
  );
};

const openDatabase = async (place: Place, uri: string): Promise<Opened<DestinationAdministration>> => {
  const { destinations, close } = await openMongodbDestinations({ uri, appName: 'kith' });
  return { opened: over(place, destinations), close };
};

const openData = async (place: Place): Promise<Opened<DestinationAdministration>> => {
  const directory = place.settings.DATA_DIR;
  const { destinations, close } = await openEmbeddedStore({ directory, clock: Date.now, mustExist: true });
  return { opened: over(place, destinations), close };
};

const over = ({ configuration }: Place, destinations: DestinationStores): DestinationAdministration =>
  createDestinationAdministration({
    configuration: createLive(configuration).live,
    destinations,
    clock: Date.now,
  });
