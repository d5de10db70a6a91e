import type { DestinationStores, PrivacyStore, ProfileStore } from '@kith/ports';
import type { DurableFixture } from '../../kit/fixture.ts';

/** What is kept of destinations, and from where the persons are erased whom it is about. */
export interface DestinationAdapters {
  readonly destinations: DestinationStores;
  readonly profiles: ProfileStore;
  readonly privacy: PrivacyStore;
}

/** The adapter of what is kept of destinations, alone. */
export type DestinationStoresFixture = DurableFixture<Pick<DestinationAdapters, 'destinations'>>;
