import { describe } from 'vitest';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeCounting } from './counting.ts';
import { describeDetails } from './details.ts';
import { describeEventPages } from './event-pages.ts';
import { describeListing } from './listing.ts';
import type { PersonReaderAdapters } from './adapters.ts';

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
