import { describe } from 'vitest';
import type { EventLog, LogRetention } from '@kith/ports';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeAppending } from './appending.ts';
import { describeKeeping } from './keeping.ts';
import { describeSubscribing } from './subscribing.ts';

/** What every EventLog promises. */
export const defineEventLogContract = (
  make: () => Promise<DurableFixture<EventLog & LogRetention>>,
): void => {
  describe('the contract of an event log:', () => {
    const fixture = usingFixture(make);
    describeAppending(fixture);
    describeSubscribing(fixture);
    describeKeeping(fixture);
  });
};
