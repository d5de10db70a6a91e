import { describe } from 'vitest';
import { usingFixture, type Fixture } from '../kit/fixture.ts';
import { describeExplaining } from './explaining.ts';
import { describeHealing } from './healing.ts';
import { describeRacingUnmerges } from './racing-unmerges.ts';
import { describeRoundTrip } from './round-trip.ts';
import type { UnmergingStage } from './stage.ts';

/** Merges that can be undone, and requests that can be explained, with the real use cases on real stores. */
export const defineUnmerging = (make: () => Promise<Fixture<UnmergingStage>>): void => {
  describe('administrators:', () => {
    const stage = usingFixture(make);
    describeRoundTrip(() => stage().adapter);
    describeHealing(() => stage().adapter);
    describeRacingUnmerges(() => stage().adapter);
    describeExplaining(() => stage().adapter);
  });
};
