import { describe } from 'vitest';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeNewcomers } from './newcomers.ts';
import { describeEvents, describeRecording } from './recording.ts';
import type { TrackingAdapters } from './adapters.ts';

/** What every TrackingStore promises. */
export const defineTrackingStoreContract = (make: () => Promise<DurableFixture<TrackingAdapters>>): void => {
  describe('the contract of a tracking store:', () => {
    const fixture = usingFixture(make);
    describeRecording(fixture);
    describeNewcomers(fixture);
    describeEvents(fixture);
  });
};
