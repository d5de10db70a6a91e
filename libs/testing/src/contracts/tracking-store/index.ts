import { describe } from 'vitest';
import type { Outbox, ProfileStore, TrackingStore } from '@kith/ports';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeNewcomers } from './newcomers.ts';
import { describeEvents, describeRecording } from './recording.ts';

/** The three ports that look at one store. */
export interface TrackingAdapters {
  readonly tracking: TrackingStore;
  readonly profiles: ProfileStore;
  readonly outbox: Outbox;
}

/** What every TrackingStore promises. */
export const defineTrackingStoreContract = (make: () => Promise<DurableFixture<TrackingAdapters>>): void => {
  describe('the contract of a tracking store:', () => {
    const fixture = usingFixture(make);
    describeRecording(fixture);
    describeNewcomers(fixture);
    describeEvents(fixture);
  });
};
