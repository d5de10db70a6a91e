import { describe } from 'vitest';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeAuditing } from './auditing.ts';
import { describeErasing } from './erasing.ts';
import type { PrivacyAdapters } from './person.ts';

/** What every PrivacyStore promises. */
export const definePrivacyStoreContract = (make: () => Promise<DurableFixture<PrivacyAdapters>>): void => {
  describe('the contract of a privacy store:', () => {
    const fixture = usingFixture(make);
    describeErasing(fixture);
    describeAuditing(fixture);
  });
};
