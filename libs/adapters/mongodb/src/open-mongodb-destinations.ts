import type { DestinationStores, ProfileReader, TrackingStore } from '@kith/ports';
import type { ConnectionOptions } from './engine/connection.ts';
import { openMigrated } from './engine/open-database.ts';
import type { RegistrationOptions } from './engine/registration.ts';
import { STORE_LAYOUTS } from './migrations/store-migrations.ts';
import { createDestinationStores } from './destinations/destination-stores.ts';
import { createProfileReader } from './profiles/profile-reader.ts';
import { createTrackingReader } from './tracking/tracking-store.ts';

/** What the app activation has of the resolver's database: profiles and events, read only, and what is kept of destinations. */
export interface MongodbDestinations {
  readonly profiles: ProfileReader;
  readonly tracking: Pick<TrackingStore, 'position' | 'state'>;
  readonly destinations: DestinationStores;
  /** Whether the primary answers now, and the data have the layout that this program knows. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens what is kept of destinations, and profiles for reading; it makes no collection and no index. It is not ready
 * before the resolver has brought the data to the present layout. Throws `Unavailable` where no primary answers,
 * `SchemaTooNew` where a newer program has been here.
 */
export const openMongodbDestinations = async (
  options: ConnectionOptions & RegistrationOptions,
): Promise<MongodbDestinations> => {
  const connection = await openMigrated(options, STORE_LAYOUTS, 'primary');
  return {
    profiles: createProfileReader(connection),
    tracking: createTrackingReader(connection),
    destinations: createDestinationStores(connection),
    isReady: connection.isReady,
    close: connection.close,
  };
};
