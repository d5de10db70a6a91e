import type { DeliveryStore, ProfileReader, TrackingStore } from '@kith/ports';
import { connectMigrated } from '../connect-migrated.ts';
import type { ConnectionOptions } from '../engine/connection.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createProfileReader } from '../profiles/profile-reader.ts';
import { createTrackingReader } from '../tracking/tracking-store.ts';

/** What activation has of the resolver's database: profiles and events, read only, and what is on its way to destinations. */
export interface MongodbDeliveries {
  readonly profiles: ProfileReader;
  readonly tracking: Pick<TrackingStore, 'position' | 'state'>;
  readonly deliveries: DeliveryStore;
  /** Whether the primary answers now, and the data have the layout that this program knows. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens deliveries, and profiles for reading; it makes no collection and no index. It is not ready before the resolver has
 * brought the data to the present layout. Throws `Unavailable` where no primary answers, `SchemaTooNew` where a newer
 * program has been here.
 */
export const openMongodbDeliveries = async (options: ConnectionOptions): Promise<MongodbDeliveries> => {
  const { connection, isReady } = await connectMigrated(options, 'primary');
  return {
    profiles: createProfileReader(connection),
    tracking: createTrackingReader(connection),
    deliveries: createDeliveryStore(connection),
    isReady,
    close: connection.close,
  };
};
