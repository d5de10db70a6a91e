import type {
  PersonDetails,
  PrivacyStore,
  ProfileCatalogue,
  ProfileStore,
  TrackingStatistics,
  TrackingStore,
} from '@kith/ports';

/** What is read, and what writes it. */
export interface PersonReaderAdapters {
  readonly catalogue: ProfileCatalogue;
  readonly details: PersonDetails;
  readonly statistics: TrackingStatistics;
  readonly profiles: ProfileStore;
  readonly tracking: TrackingStore;
  readonly privacy: PrivacyStore;
}
