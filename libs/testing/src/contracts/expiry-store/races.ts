import { describe, expect, test } from 'vitest';
import type { Scope, TrackingWrites } from '@kith/ports';
import { aCommit, aProfile, BUILT_AT, fresh, replacing } from '../../builders/identity.ts';
import { randomAccount } from '../../builders/ids.ts';
import { ampleDeadline, scopeOf } from '../../builders/scope.ts';
import { anActivity, anEvent, aNewcomer, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import { anExpiry, storeVisitor, VISITORS_EVENTS, type ExpiryAdapters } from './visitor.ts';

const ROUNDS = [0, 1, 2, 3, 4, 5, 6, 7];
const AMPLE = 1_000;

/** Whoever comes back at the very moment was never away, or starts afresh. */
export const describeRaces = (fixture: () => DurableFixture<ExpiryAdapters>): void => {
  const adapter = () => fixture().adapter;
  const store = async () => {
    const scope = scopeOf(randomAccount());
    return { scope, visitor: await storeVisitor(adapter(), scope, BUILT_AT) };
  };
  const commitOf = ({ account }: Scope, writes: TrackingWrites) =>
    aTrackingCommit({ writes: new Map([[account, writes]]) });

  describe('a visitor who comes back while it expires', () => {
    test.each(ROUNDS)('is kept or gone after a request (race %i)', async () => {
      const { scope, visitor } = await store();
      const seen = { ...visitor.profile, version: 2, lastSeenAt: BUILT_AT + 1 };
      const [expired, committed] = await Promise.all([
        adapter().expiry.expire(scope, anExpiry(visitor), AMPLE),
        adapter().profiles.commit(scope, aCommit({ profiles: [replacing(seen, 1)] })),
      ]);
      const stored = await adapter().profiles.stored(scope, seen.umid);
      const events = await adapter().tracking.events(scope, visitor.absorbed, 10);
      if (committed === 'committed') {
        expect({ expired, stored }).toEqual({ expired: { kind: 'conflict' }, stored: seen });
        expect(events).toHaveLength(VISITORS_EVENTS);
      } else {
        expect({ kind: expired.kind, stored, events }).toEqual({ kind: 'expired', stored: null, events: [] });
      }
    });

    test.each(ROUNDS)('is kept or starts afresh with the first events of its umid (race %i)', async () => {
      const { scope, visitor } = await store();
      const { umid } = visitor.profile;
      const newcomer = aNewcomer(aProfile({ umid }));
      const event = anEvent({ umid });
      const activities = new Map([[umid, anActivity(1)]]);
      const [expired, recorded] = await Promise.all([
        adapter().expiry.expire(scope, anExpiry(visitor), AMPLE),
        adapter().tracking.record(
          ampleDeadline(),
          commitOf(scope, trackingWrites({ newcomers: [newcomer], events: [event], activities })),
        ),
      ]);
      expect(recorded).toBe('recorded');
      const isKept = expired.kind === 'conflict';
      const stored = await adapter().profiles.stored(scope, umid);
      expect(stored).toEqual(isKept ? visitor.profile : newcomer.profile);
      expect(await adapter().tracking.events(scope, umid, 10)).toEqual([event]);
      expect(await adapter().profiles.activities(scope, [umid])).toEqual([anActivity(1)]);
      const before = await adapter().tracking.events(scope, visitor.absorbed, 10);
      expect(before).toHaveLength(isKept ? VISITORS_EVENTS : 0);
    });

    test.each(ROUNDS)('is kept, or its further events are folded again (race %i)', async () => {
      const { scope, visitor } = await store();
      const { absorbed, profile } = visitor;
      const event = anEvent({ umid: absorbed });
      const writes = trackingWrites({
        events: [event],
        activities: new Map([[absorbed, anActivity(VISITORS_EVENTS + 1)]]),
        continued: new Map([[absorbed, anActivity(VISITORS_EVENTS)]]),
      });
      const commit = commitOf(scope, writes);
      const [expired, recorded] = await Promise.all([
        adapter().expiry.expire(scope, anExpiry(visitor), AMPLE),
        adapter().tracking.record(ampleDeadline(), commit),
      ]);
      const isKept = recorded === 'recorded';
      expect(expired.kind).toBe(isKept ? 'conflict' : 'expired');
      if (!isKept) expect(recorded).toBe('stale');
      const stored = await adapter().profiles.stored(scope, profile.umid);
      expect(stored).toEqual(isKept ? profile : null);
      const events = await adapter().tracking.events(scope, absorbed, 10);
      expect(events).toHaveLength(isKept ? VISITORS_EVENTS + 1 : 0);
      const position = await adapter().tracking.position(ampleDeadline(), commit.topic, 0);
      expect(position).toBe(isKept ? 1 : 0);
    });
  });

  test('who starts afresh under the same umid has nothing of before, and a chain that begins anew', async () => {
    const { scope, visitor } = await store();
    await adapter().expiry.expire(scope, anExpiry(visitor), AMPLE);
    const anew = aProfile({ umid: visitor.profile.umid });
    expect(await adapter().profiles.commit(scope, aCommit({ profiles: [fresh(anew)] }))).toBe('committed');
    const [found] = await adapter().expiry.idleVisitors(scope, BUILT_AT + 1, 10);
    expect(found).toEqual({ profile: anew, activities: new Map() });
  });
};
