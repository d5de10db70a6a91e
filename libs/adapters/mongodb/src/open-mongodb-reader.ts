import { deadlineIn } from '@kith/platform';
import type { PersonDetails, ProfileCatalogue, ProfileReader, TrackingStatistics } from '@kith/ports';
import type { ReadPreferenceMode } from 'mongodb';
import { connect } from './connection.ts';
import type { ConnectionOptions } from './connection.ts';
import { isMigrated } from './migrate.ts';
import { createPersonDetails } from './person-details.ts';
import { createProfileCatalogue } from './profile-catalogue.ts';
import { createProfileReader } from './profile-reader.ts';
import { STORE_MIGRATIONS } from './store-migrations.ts';
import { createTrackingStatistics } from './tracking-statistics.ts';

const SCHEMA_MS = 1_500;

/** What the reader is opened with; what is left out has its default. */
export interface MongodbReaderOptions extends ConnectionOptions {
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
 * Opens the store for reading; it writes nothing, not even an index. It is not ready before the resolver has brought
 * the data to the present layout. Throws `Unavailable` where no server answers, `SchemaTooNew` where a newer program
 * has been here.
 */
export const openMongodbReader = async (options: MongodbReaderOptions): Promise<MongodbReader> => {
  const connection = await connect(options, options.readPreference ?? 'primary');
  const isCurrent = (): Promise<boolean> => isMigrated(connection, deadlineIn(SCHEMA_MS), STORE_MIGRATIONS);
  try {
    await isCurrent();
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    profiles: createProfileReader(connection),
    catalogue: createProfileCatalogue(connection),
    details: createPersonDetails(connection),
    statistics: createTrackingStatistics(connection),
    isReady: () => isCurrent().catch(() => false),
    close: connection.close,
  };
};
