import { describe } from 'vitest';
import type { ProfileStore } from '@kith/ports';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeAccountsAndDurability } from './accounts-and-durability.ts';
import { describeCommitting } from './committing.ts';
import { describeGrouping } from './grouping.ts';
import { describeHoldersAndLinks } from './holders-and-links.ts';
import { describeLoading } from './loading.ts';
import { describeLooking } from './looking.ts';
import { describeOddContent } from './odd-content.ts';
import { describePreconditions } from './preconditions.ts';
import { describeRacing } from './racing.ts';
import { describeUnmerging } from './unmerging.ts';
import { describeShortening } from './shortening.ts';

/** What every ProfileStore promises. */
export const defineProfileStoreContract = (make: () => Promise<DurableFixture<ProfileStore>>): void => {
  describe('the contract of a profile store:', () => {
    const fixture = usingFixture(make);
    describeLoading(fixture);
    describeLooking(fixture);
    describeCommitting(fixture);
    describePreconditions(fixture);
    describeHoldersAndLinks(fixture);
    describeUnmerging(fixture);
    describeOddContent(fixture);
    describeRacing(fixture);
    describeGrouping(fixture);
    describeShortening(fixture);
    describeAccountsAndDurability(fixture);
  });
};
