import type { PersonDetails, ProfileCatalogue, ProfileReader, TrackingStatistics } from '@kith/ports';
import type { ReadPreferenceMode } from 'mongodb';
import type { ConnectionOptions } from './engine/connection.ts';
import { openMigrated } from './engine/open-database.ts';
import type { RegistrationOptions } from './engine/registration.ts';
import { STORE_LAYOUTS } from './migrations/store-migrations.ts';
import { createPersonDetails } from './people/person-details.ts';
import { createProfileCatalogue } from './people/profile-catalogue.ts';
import { createProfileReader } from './profiles/profile-reader.ts';
import { createTrackingStatistics } from './people/tracking-statistics.ts';

/** What the reader is opened with; what is left out has its default. */
export interface MongodbReaderOptions extends ConnectionOptions, RegistrationOptions {
  /**
   * Which servers are asked; `primary` by default. Any other answers from a moment that may lie behind what was
   * acknowledged: the read that follows a consent may then not show it.
   */
  readonly readPreference?: ReadPreferenceMode;
}

/** Profiles and what is stored around them, read only. */
export interface MongodbReader {
  readonly profiles: ProfileReader;
  readonly catalogue: ProfileCatalogue;
  readonly details: PersonDetails;
  readonly statistics: TrackingStatistics;
  /** Whether a server answers now, and the data have the layout that this program knows. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the store for reading; it writes nothing, not even an index, but that it runs. It is not ready, and its calls are
 * refused as `Unavailable`, before the resolver has brought the data to the present layout. Throws `Unavailable` where no server answers, `SchemaTooNew` where a newer program
 * has been here.
 */
export const openMongodbReader = async (options: MongodbReaderOptions): Promise<MongodbReader> => {
  const connection = await openMigrated(options, STORE_LAYOUTS, options.readPreference ?? 'primary');
  return {
    profiles: createProfileReader(connection),
    catalogue: createProfileCatalogue(connection),
    details: createPersonDetails(connection),
    statistics: createTrackingStatistics(connection),
    isReady: connection.isReady,
    close: connection.close,
  };
};
