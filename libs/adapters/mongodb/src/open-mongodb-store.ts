import type { ConsentHistory, Outbox, PrivacyStore, ProfileStore, TrackingStore } from '@kith/ports';
import { createAuditTrail } from './audit-trail.ts';
import { connect } from './connection.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { createConsentHistory } from './consent-history.ts';
import { createErasureStore } from './erasure-store.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';
import { createOutbox } from './outbox.ts';
import { createPollingSignal } from './poll.ts';
import { createProfileStore } from './profile-store.ts';
import type { EventLifetime } from './record-batch.ts';
import { STORE_MIGRATIONS } from './store-migrations.ts';
import { createTrackingStore } from './tracking-store.ts';

const POLL_MS = 1_000;

/** What the store is opened with; what is left out has its default. */
export interface MongodbStoreOptions extends ConnectionOptions {
  /** How long accounts keep their events; for ever by default. */
  readonly eventLifetime?: EventLifetime;
  /** How often the outbox wakes its relay for what other processes left, in milliseconds; every second by default. */
  readonly pollMs?: number;
  /** The way to the present layout; only tests have another one. */
  readonly migrations?: readonly Migration[];
}

/** Profiles, consent history, tracking and outbox in one database. */
export interface MongodbStore {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly tracking: TrackingStore;
  readonly outbox: Outbox;
  readonly privacy: PrivacyStore;
  /** Whether the primary answers now. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the store and brings the data to the present layout. Throws `Unavailable` where no primary answers,
 * `SchemaTooNew` where a newer program has been here.
 */
export const openMongodbStore = async (options: MongodbStoreOptions): Promise<MongodbStore> => {
  const connection = await connect(options);
  try {
    await migrate(connection, options.migrations ?? STORE_MIGRATIONS);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return createMongodbStore(connection, options);
};

/** The store on a connection to a database of the present layout. */
export const createMongodbStore = (
  connection: Connection,
  { eventLifetime = () => null, pollMs = POLL_MS }: Pick<MongodbStoreOptions, 'eventLifetime' | 'pollMs'>,
): MongodbStore => {
  const changed = createPollingSignal(pollMs);
  return {
    profiles: createProfileStore(connection, changed),
    consentHistory: createConsentHistory(connection),
    tracking: createTrackingStore(connection, changed, eventLifetime),
    outbox: createOutbox(connection, changed),
    privacy: { ...createErasureStore(connection, changed), ...createAuditTrail(connection) },
    isReady: connection.isReady,
    close: async () => {
      changed.close();
      await connection.close();
    },
  };
};
