import { createPollingSignal } from '@kith/platform';
import type {
  ActivityRecounts,
  ConsentHistory,
  DeadLetterStore,
  DestinationStores,
  ExpiryStore,
  Outbox,
  OutboxLeases,
  PersonDetails,
  PrivacyStore,
  ProfileCatalogue,
  ProfileStore,
  TrackingStatistics,
  TrackingStore,
} from '@kith/ports';
import { createActivityRecounts } from './tracking/activity-recounts.ts';
import { createAuditTrail } from './engine/audit-trail.ts';
import type { Connection, ConnectionOptions } from './engine/connection.ts';
import { createConsentHistory } from './profiles/consent-history.ts';
import { createDeadLetterStore } from './tracking/dead-letter-store.ts';
import { createDestinationStores } from './destinations/destination-stores.ts';
import { createErasureStore } from './privacy/erasure-store.ts';
import { createExpiryStore } from './privacy/expiry-store.ts';
import { openDatabase, type LayoutOptions } from './engine/open-database.ts';
import { createOutbox } from './profiles/outbox.ts';
import { createOutboxLeases } from './profiles/outbox-leases.ts';
import { createPersonDetails } from './people/person-details.ts';
import { createProfileCatalogue } from './people/profile-catalogue.ts';
import { createProfileStore } from './profiles/profile-store.ts';
import { STORE_LAYOUTS } from './migrations/store-migrations.ts';
import { createTrackingStatistics } from './people/tracking-statistics.ts';
import { createTrackingStore } from './tracking/tracking-store.ts';

const POLL_MS = 1_000;

/** What the store is opened with; what is left out has its default. */
export interface MongodbStoreOptions extends ConnectionOptions, LayoutOptions {
  /** How often the outbox wakes its relay for what other processes left, in milliseconds; every second by default. */
  readonly pollMs?: number;
}

/** Profiles, consent history, tracking and outbox in one database. */
export interface MongodbStore {
  readonly profiles: ProfileStore;
  readonly catalogue: ProfileCatalogue;
  readonly details: PersonDetails;
  readonly statistics: TrackingStatistics;
  readonly consentHistory: ConsentHistory;
  readonly tracking: TrackingStore;
  readonly recounts: ActivityRecounts;
  readonly outbox: Outbox;
  readonly outboxLeases: OutboxLeases;
  readonly privacy: PrivacyStore;
  readonly deadLetters: DeadLetterStore;
  readonly destinations: DestinationStores;
  readonly expiry: ExpiryStore;
  /** Whether the primary answers now, and this program may use what it has. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the store and brings the data to the present layout. While the layout in force is not one that this program
 * knows, or the program could not renew its registration, calls are refused as `Unavailable`. Throws `Unavailable` where
 * no primary answers, `SchemaTooNew` where a newer program has been here.
 */
export const openMongodbStore = async (options: MongodbStoreOptions): Promise<MongodbStore> => {
  const connection = await openDatabase(options, STORE_LAYOUTS);
  return createMongodbStore(connection, options);
};

/** The store on a connection to a database of the present layout. */
export const createMongodbStore = (
  connection: Connection,
  { pollMs = POLL_MS }: Pick<MongodbStoreOptions, 'pollMs'>,
): MongodbStore => {
  const changed = createPollingSignal(pollMs);
  return {
    profiles: createProfileStore(connection, changed),
    catalogue: createProfileCatalogue(connection),
    details: createPersonDetails(connection),
    statistics: createTrackingStatistics(connection),
    consentHistory: createConsentHistory(connection),
    tracking: createTrackingStore(connection, changed),
    recounts: createActivityRecounts(connection),
    outbox: createOutbox(connection, changed),
    outboxLeases: createOutboxLeases(connection),
    deadLetters: createDeadLetterStore(connection),
    destinations: createDestinationStores(connection),
    privacy: { ...createErasureStore(connection, changed), ...createAuditTrail(connection) },
    expiry: createExpiryStore(connection, changed),
    isReady: connection.isReady,
    close: async () => {
      changed.close();
      await connection.close();
    },
  };
};
