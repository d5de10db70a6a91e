import { describe } from 'vitest';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import type { DestinationAdapters, DestinationStoresFixture } from './adapters.ts';
import { defineControl, defineLease } from './control.ts';
import { defineErasing } from './erasing.ts';
import { defineFailedDeliveries } from './failed-deliveries.ts';
import { defineIntake } from './intake.ts';
import { defineRetryQueues } from './retry-queues.ts';
import { defineSharedRecords } from './shared-records.ts';

/** What each role of a DestinationStore promises. */
export const defineDestinationRoles = (fixture: () => DestinationStoresFixture): void => {
  describe('the lease:', () => defineLease(fixture));
  describe('the control:', () => defineControl(fixture));
  describe('the intake:', () => defineIntake(fixture));
  describe('the retry queues:', () => defineRetryQueues(fixture));
  describe('the failed deliveries:', () => defineFailedDeliveries(fixture));
  describe('the shared records:', () => defineSharedRecords(fixture));
};

/** What every DestinationStores promises, erasures included. */
export const defineDestinationStoresContract = (
  make: () => Promise<DurableFixture<DestinationAdapters>>,
): void => {
  describe('the contract of what is kept of destinations:', () => {
    const fixture = usingFixture(make);
    defineDestinationRoles(fixture);
    defineErasing(fixture);
  });
};
