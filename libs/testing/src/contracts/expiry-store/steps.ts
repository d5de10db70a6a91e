import { describe, expect, test } from 'vitest';
import { aCommit, aProfile, BUILT_AT, fresh } from '../../builders/identity.ts';
import { randomAccount } from '../../builders/ids.ts';
import { scopeOf } from '../../builders/scope.ts';
import { anActivity, anEvent } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import { anExpiry, record, storeVisitor, VISITORS_EVENTS, type ExpiryAdapters } from './visitor.ts';

const LONG_AGO = BUILT_AT - 1_000_000;

export const describeSteps = (fixture: () => DurableFixture<ExpiryAdapters>): void => {
  const adapter = () => fixture().adapter;

  describe('expiring a visitor with many events', () => {
    test('takes so many events at once, and the visitor with the last of them', async () => {
      const scope = scopeOf(randomAccount());
      const visitor = await storeVisitor(adapter(), scope, LONG_AGO);
      const limit = VISITORS_EVENTS - 1;
      const first = await adapter().expiry.expire(scope, anExpiry(visitor), limit);
      expect(first).toEqual({ kind: 'more', events: limit });
      expect(await adapter().profiles.stored(scope, visitor.profile.umid)).toEqual(visitor.profile);
      const second = await adapter().expiry.expire(scope, anExpiry(visitor), limit);
      expect(second).toMatchObject({ kind: 'expired', removed: { events: 1 } });
      expect(await adapter().tracking.events(scope, visitor.absorbed, 10)).toEqual([]);
    });

    test('takes the oldest events first, of whatever type', async () => {
      const [scope, profile] = [scopeOf(randomAccount()), aProfile({ lastSeenAt: LONG_AGO })];
      const { umid } = profile;
      const [third, first, fourth, second] = [
        anEvent({ umid, time: LONG_AGO + 3, type: 'action' }),
        anEvent({ umid, time: LONG_AGO + 1, type: 'page' }),
        anEvent({ umid, time: LONG_AGO + 4, type: 'page' }),
        anEvent({ umid, time: LONG_AGO + 2, type: 'dataLayer' }),
      ];
      const activities = new Map([[umid, anActivity(4)]]);
      await adapter().profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
      await record(adapter(), scope, [third, first, fourth, second], { activities });
      const expiry = anExpiry({ profile, activities });
      expect(await adapter().expiry.expire(scope, expiry, 1)).toEqual({ kind: 'more', events: 1 });
      expect(await adapter().tracking.events(scope, umid, 10)).toEqual([fourth, third, second]);
      expect(await adapter().expiry.expire(scope, expiry, 2)).toEqual({ kind: 'more', events: 2 });
      expect(await adapter().tracking.events(scope, umid, 10)).toEqual([fourth]);
    });
  });
};
