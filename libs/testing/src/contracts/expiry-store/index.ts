import { describe } from 'vitest';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeEventExpiry } from './events.ts';
import { describeIdleVisitors } from './idle-visitors.ts';
import { describeRaces } from './races.ts';
import { describeSteps } from './steps.ts';
import type { ExpiryAdapters } from './visitor.ts';
import { describeVisitors } from './visitors.ts';

/** What every ExpiryStore promises. */
export const defineExpiryStoreContract = (make: () => Promise<DurableFixture<ExpiryAdapters>>): void => {
  describe('the contract of an expiry store:', () => {
    const fixture = usingFixture(make);
    describeIdleVisitors(fixture);
    describeVisitors(fixture);
    describeSteps(fixture);
    describeEventExpiry(fixture);
    describeRaces(fixture);
  });
};
