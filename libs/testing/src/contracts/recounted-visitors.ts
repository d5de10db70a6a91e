import { expect, test } from 'vitest';
import type { Activity } from '@kith/domain/tracking';
import type { ActivityRecounts, ProfileStore, TrackingStore } from '@kith/ports';
import { BUILT_AT } from '../builders/identity.ts';
import { randomAccount } from '../builders/ids.ts';
import { scopeOf } from '../builders/scope.ts';
import { anExpiry, storeVisitor, type ExpiryAdapters } from './expiry-store/visitor.ts';

/** The ports that look at one store. */
export interface RecountAdapters extends ExpiryAdapters {
  readonly recounts: ActivityRecounts;
  readonly tracking: TrackingStore;
  readonly profiles: ProfileStore;
}

const AMPLE = 1_000;
const ROUNDS = [0, 1, 2, 3, 4, 5];

const recounted = (activity: Activity): Activity => ({
  ...activity,
  recounted: (activity.recounted ?? 0) + 1,
});

/** A recount of somebody who expires. */
export const describeRecountedVisitors = (adapter: () => RecountAdapters): void => {
  const stored = async () => {
    const scope = scopeOf(randomAccount());
    const visitor = await storeVisitor(adapter(), scope, BUILT_AT);
    const [umid, activity] = [...visitor.activities][0]!;
    return { scope, visitor, umid, activity };
  };

  test('a visitor whose activity was recounted since is not the one that was to expire', async () => {
    const { scope, visitor, umid, activity } = await stored();
    expect(await adapter().recounts.replace(scope, umid, activity, recounted(activity))).toBe(true);
    const late = await adapter().expiry.expire(scope, anExpiry(visitor), AMPLE);
    expect(late).toEqual({ kind: 'conflict' });
    expect(await adapter().profiles.activities(scope, [umid])).toEqual([recounted(activity)]);
  });

  test.each(ROUNDS)(
    'a visitor who expires meanwhile is gone, or stays until the next sweep (race %i)',
    async () => {
      const { scope, visitor, umid, activity } = await stored();
      const [replaced, { kind }] = await Promise.all([
        adapter().recounts.replace(scope, umid, activity, recounted(activity)),
        adapter().expiry.expire(scope, anExpiry(visitor), AMPLE),
      ]);
      expect(kind).toBe(replaced ? 'conflict' : 'expired');
      expect(await adapter().profiles.activities(scope, [umid])).toEqual(
        replaced ? [recounted(activity)] : [],
      );
    },
  );
};
