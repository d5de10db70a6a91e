import { describe } from '@jest/globals';
import type { EventLog } from '@kith/ports';
import { usingFixture } from '../../fixture.ts';
import { describeAppending } from './appending.ts';
import { describeSubscribing } from './subscribing.ts';
import type { DurableFixture } from '../../fixture.ts';

/** What every EventLog promises. */
export const defineEventLogContract = (make: () => Promise<DurableFixture<EventLog>>): void => {
  describe('the contract of an event log:', () => {
    const fixture = usingFixture(make);
    describeAppending(fixture);
    describeSubscribing(fixture);
  });
};
