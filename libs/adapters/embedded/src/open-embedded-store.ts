import { join } from 'node:path';
import { createSignal } from '@kith/platform';
import type {
  ActivityRecounts,
  ConsentHistory,
  DeadLetterStore,
  DestinationStores,
  EventLog,
  ExpiryStore,
  LogRetention,
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
import { holdsData } from './engine/data-directory.ts';
import { createAuditTrail } from './engine/audit-trail.ts';
import { createConsentHistory } from './profiles/consent-history.ts';
import { createDeadLetterStore } from './tracking/dead-letter-store.ts';
import { createDestinationStores } from './destinations/destination-stores.ts';
import { openEnvironment } from './engine/environment.ts';
import { createErasureStore } from './privacy/erasure-store.ts';
import { createEventLog, type LogOptions } from './log/event-log.ts';
import { createExpiryStore } from './privacy/expiry-store.ts';
import { createOutbox, createOutboxLeases } from './profiles/outbox.ts';
import { createPersonDetails } from './people/person-details.ts';
import { createProfileCatalogue } from './people/profile-catalogue.ts';
import { createProfileStore } from './profiles/profile-store.ts';
import { startScrubber } from './engine/scrubber.ts';
import { openStoreCollections } from './engine/store-collections.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';
import { createTrackingStatistics } from './people/tracking-statistics.ts';
import { createTrackingStore } from './tracking/tracking-store.ts';
import type { Migration } from './engine/migration.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const SWEEP_INTERVAL_MS = 60 * 1000;

/** What the embedded store is made with; what is left out has its default. */
export interface EmbeddedStoreOptions {
  /** The data directory; the store takes its folder `store`. */
  readonly directory: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told when a subscriber of the log threw; the log tries again by itself. */
  readonly onError?: LogOptions['onError'];
  /** How long the log keeps its records; 7 days by default. */
  readonly retentionMs?: number;
  /** How often records past their time are removed; every minute by default. */
  readonly sweepIntervalMs?: number;
  /** Opens the data that are there, and makes none in a directory that has none at all. */
  readonly mustExist?: boolean;
  /** The way to the present layout; only tests have another one. */
  readonly migrations?: readonly Migration[];
}

/** Profiles, consent history, tracking, outbox and log in one LMDB environment of one process. */
export interface EmbeddedStore {
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
  readonly expiry: ExpiryStore;
  readonly deadLetters: DeadLetterStore;
  readonly destinations: DestinationStores;
  readonly log: EventLog & LogRetention;
  /** Resolves when the file holds no trace of the persons whose erasure had ended. */
  readonly scrubbed: () => Promise<void>;
  /** Ends the subscriptions, waits for what is being written and gives the directory back. */
  readonly close: () => Promise<void>;
}

/**
 * Opens or creates the store. Throws `DirectoryInUse` where another living process has it, `SchemaTooNew` where a
 * newer program wrote it, `NoData` where it must be there and is not.
 */
export const openEmbeddedStore = async (options: EmbeddedStoreOptions): Promise<EmbeddedStore> => {
  const environment = await openEnvironment(
    join(options.directory, 'store'),
    options.migrations ?? STORE_MIGRATIONS,
    // A user may have come before the first start: then it is no directory of somebody else's.
    { mustExist: options.mustExist === true && !holdsData(join(options.directory, 'credentials')) },
  );
  const collections = openStoreCollections(environment.root);
  const [changed, ended] = [createSignal(), createSignal()];
  const { close: closeLog, ...log } = createEventLog(environment, collections, logOptions(options));
  const scrubber = startScrubber(environment, collections, ended, (error, attempt) =>
    options.onError?.(error, { topic: '*', group: 'scrub', attempt }),
  );
  return {
    profiles: createProfileStore(environment, collections, changed),
    catalogue: createProfileCatalogue(environment, collections),
    details: createPersonDetails(environment, collections),
    statistics: createTrackingStatistics(environment, collections),
    consentHistory: createConsentHistory(environment, collections),
    tracking: createTrackingStore(environment, collections, changed),
    recounts: createActivityRecounts(environment, collections),
    outbox: createOutbox(environment, collections, changed, options.clock),
    outboxLeases: createOutboxLeases(options.clock),
    privacy: {
      ...createErasureStore(environment, collections, changed, ended),
      ...createAuditTrail(environment, collections),
    },
    expiry: createExpiryStore(environment, collections, changed),
    deadLetters: createDeadLetterStore(environment, collections),
    destinations: createDestinationStores({
      environment,
      store: collections,
      clock: options.clock,
      ended,
    }),
    log,
    scrubbed: scrubber.idle,
    close: async () => {
      await scrubber.stop();
      await closeLog();
      await environment.close();
    },
  };
};

const logOptions = (options: EmbeddedStoreOptions): LogOptions => ({
  clock: options.clock,
  onError: options.onError ?? (() => undefined),
  retentionMs: options.retentionMs ?? WEEK_MS,
  sweepIntervalMs: options.sweepIntervalMs ?? SWEEP_INTERVAL_MS,
});
