import type { DeliveryStore, PrivacyStore, ProfileStore } from '@kith/ports';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describe } from 'vitest';
import { defineDestinations } from './destinations.ts';
import { defineErasing } from './erasing.ts';
import { defineLaying } from './laying-aside.ts';
import { defineNotes } from './notes.ts';
import { defineWaiting } from './waiting.ts';

/** Where parcels wait, and from where the persons are erased whom they are about. */
export interface DeliveryAdapters {
  readonly deliveries: DeliveryStore;
  readonly profiles: ProfileStore;
  readonly privacy: PrivacyStore;
}

/** What every DeliveryStore promises. */
export const defineDeliveryStoreContract = (make: () => Promise<DurableFixture<DeliveryAdapters>>): void => {
  describe('the contract of a store of deliveries:', () => {
    const fixture = usingFixture(make);
    defineDestinations(fixture);
    defineWaiting(fixture);
    defineLaying(fixture);
    defineNotes(fixture);
    defineErasing(fixture);
  });
};
