import { describe } from 'vitest';
import type {
  PersonDetails,
  PrivacyStore,
  ProfileCatalogue,
  ProfileStore,
  TrackingStatistics,
  TrackingStore,
} from '@kith/ports';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeCounting } from './counting.ts';
import { describeDetails } from './details.ts';
import { describeEventPages } from './event-pages.ts';
import { describeListing } from './listing.ts';

/** What is read, and what writes it. */
export interface PersonReaderAdapters {
  readonly catalogue: ProfileCatalogue;
  readonly details: PersonDetails;
  readonly statistics: TrackingStatistics;
  readonly profiles: ProfileStore;
  readonly tracking: TrackingStore;
  readonly privacy: PrivacyStore;
}

/** What every ProfileCatalogue, PersonDetails and TrackingStatistics promise. */
export const definePersonReaderContract = (
  make: () => Promise<DurableFixture<PersonReaderAdapters>>,
): void => {
  describe('the contract of what analysts read:', () => {
    const fixture = usingFixture(make);
    describeListing(fixture);
    describeDetails(fixture);
    describeEventPages(fixture);
    describeCounting(fixture);
  });
};
