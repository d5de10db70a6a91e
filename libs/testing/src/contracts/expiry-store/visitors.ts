import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import type { Scope } from '@kith/ports';
import { aDeadLetter } from '../../builders/dead-letters.ts';
import { aProfile, BUILT_AT } from '../../builders/identity.ts';
import { randomAccount, randomName, randomUmid } from '../../builders/ids.ts';
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import { anActivity, anEvent, aTrackingCommit } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import {
  anExpiry,
  record,
  storeVisitor,
  VISITORS_EVENTS,
  type ExpiryAdapters,
  type StoredVisitor,
} from './visitor.ts';

const LONG_AGO = BUILT_AT - 1_000_000;
const BEFORE = BUILT_AT - 500_000;
const AMPLE = 1_000;

export const describeVisitors = (fixture: () => DurableFixture<ExpiryAdapters>): void => {
  const adapter = () => fixture().adapter;
  const newScope = (): Scope => scopeOf(randomAccount());
  const idle = async (scope: Scope, limit = 100): Promise<readonly Umid[]> =>
    (await adapter().expiry.idleVisitors(scope, BEFORE, limit)).map(({ profile }) => profile.umid);

  const expectUntouched = async (scope: Scope, { profile, absorbed }: StoredVisitor): Promise<void> => {
    const { profiles, tracking } = adapter();
    expect((await profiles.load(scope, { umids: [absorbed] })).profiles).toHaveLength(1);
    expect(await profiles.stored(scope, profile.umid)).not.toBeNull();
    expect(await tracking.events(scope, absorbed, 10)).toHaveLength(VISITORS_EVENTS);
  };

  describe('expiring a visitor', () => {
    test('removes it whole, with everything under its umids, and leaves others alone', async () => {
      const scope = newScope();
      const visitor = await storeVisitor(adapter(), scope, LONG_AGO);
      const other = await storeVisitor(adapter(), scope, LONG_AGO);
      const { profile, absorbed, devices, friend } = visitor;
      const outcome = await adapter().expiry.expire(scope, anExpiry(visitor), AMPLE);
      expect(outcome).toMatchObject({
        kind: 'expired',
        removed: {
          profiles: 2,
          identifiers: 2,
          devices: 2,
          links: 2,
          consentEntries: 2,
          activities: 1,
          events: VISITORS_EVENTS,
        },
      });
      const umdids = outcome.kind === 'expired' ? outcome.umdids : [];
      expect(umdids.toSorted()).toEqual(devices.map(({ umdid }) => umdid).toSorted());
      await fixture().reopen();
      const { profiles, tracking, consentHistory } = adapter();
      for (const umid of [profile.umid, absorbed]) {
        expect(await profiles.stored(scope, umid)).toBeNull();
        expect(await profiles.links(scope, umid, 10)).toEqual([]);
        expect(await profiles.activities(scope, [umid])).toEqual([]);
        expect(await tracking.events(scope, umid, 10)).toEqual([]);
        const chain = { order: 'oldestFirst', after: null, limit: 10 } as const;
        expect(await consentHistory.entries(scope, umid, chain)).toEqual([]);
      }
      expect(await profiles.links(scope, friend, 10)).toEqual([]);
      for (const { umdid } of devices) {
        expect(await profiles.load(scope, { umdid })).toMatchObject({ device: null, current: null });
      }
      const identifiers = [{ name: 'profileId', value: profile.profileId }];
      expect((await profiles.load(scope, { identifiers })).owners).toEqual([]);
      expect(await idle(scope)).toEqual([other.profile.umid]);
      await expectUntouched(scope, other);
    });

    test('tells of itself through the outbox and leaves its notes, once', async () => {
      const scope = newScope();
      const visitor = await storeVisitor(adapter(), scope, LONG_AGO);
      const notes = [{ key: `note of ${visitor.profile.umid}`, at: LONG_AGO }];
      const expiry = anExpiry(visitor, { notes });
      await adapter().expiry.expire(scope, expiry, AMPLE);
      const again = anExpiry(visitor, { notes: [{ key: 'never noted', at: LONG_AGO }] });
      expect(await adapter().expiry.expire(scope, again, AMPLE)).toEqual({ kind: 'conflict' });
      const keys = [...notes.map(({ key }) => key), 'never noted'];
      expect(await adapter().privacy.suppressed(scope, keys)).toEqual(notes);
      const items = await adapter().outbox.pending(ampleDeadline(), 1_000);
      const own = items.filter(({ account }) => account === scope.account);
      expect(own.map(({ change }) => change)).toEqual([expiry.change]);
    });

    test('does nothing where the profile has another version by now', async () => {
      const scope = newScope();
      const visitor = await storeVisitor(adapter(), scope, LONG_AGO);
      const older = { ...visitor.profile, version: 0 };
      const outcome = await adapter().expiry.expire(scope, anExpiry(visitor, { profile: older }), AMPLE);
      expect(outcome).toEqual({ kind: 'conflict' });
      await expectUntouched(scope, visitor);
    });

    test.each(['under its umid', 'under one that it absorbed'])(
      'does nothing where an event came %s',
      async (where) => {
        const scope = newScope();
        const visitor = await storeVisitor(adapter(), scope, LONG_AGO);
        const isOwn = where === 'under its umid';
        const umid = isOwn ? visitor.profile.umid : visitor.absorbed;
        const activities = new Map([[umid, anActivity(isOwn ? 1 : VISITORS_EVENTS + 1)]]);
        const continued = isOwn ? new Map() : visitor.activities;
        const event = anEvent({ umid: visitor.profile.umid });
        expect(await record(adapter(), scope, [event], { activities, continued })).toBe('recorded');
        const outcome = await adapter().expiry.expire(scope, anExpiry(visitor), AMPLE);
        expect(outcome).toEqual({ kind: 'conflict' });
        await expectUntouched(scope, visitor);
      },
    );

    test('leaves the dead letters that name its umids: they may still be replayed', async () => {
      const scope = newScope();
      const visitor = await storeVisitor(adapter(), scope, LONG_AGO);
      const deadLetters = [visitor.profile.umid, visitor.absorbed].map((umid) =>
        aDeadLetter({ account: scope.account, umid }),
      );
      const ids = deadLetters.map(({ id }) => id).toSorted();
      await adapter().tracking.record(ampleDeadline(), aTrackingCommit({ deadLetters }));
      const outcome = await adapter().expiry.expire(scope, anExpiry(visitor), AMPLE);
      expect(outcome.kind).toBe('expired');
      const left = await adapter().deadLetters.read(ampleDeadline(), ids);
      expect(left.map(({ id }) => id).toSorted()).toEqual(ids);
    });

    test('is Unavailable where the deadline has passed, and then nothing is gone', async () => {
      const scope = newScope();
      const visitor = await storeVisitor(adapter(), scope, LONG_AGO);
      const late = { ...scope, deadline: PAST_DEADLINE };
      const expired = adapter().expiry.expire(late, anExpiry(visitor), AMPLE);
      await expect(expired).rejects.toMatchObject({ name: 'Unavailable' });
      await expectUntouched(scope, visitor);
    });
  });

  test('it is the turn of whoever took it, and of nobody for ever', async () => {
    const [one, other] = [randomName('holder'), randomName('holder')];
    expect(await adapter().expiry.takeTurn(ampleDeadline(), one, 60_000)).toBe(true);
    expect(await adapter().expiry.takeTurn(ampleDeadline(), one, 0)).toBe(true);
    expect(await adapter().expiry.takeTurn(ampleDeadline(), other, 0)).toBe(true);
  });

  test('an expiry of an unknown profile is a conflict', async () => {
    const profile = aProfile({ umid: randomUmid() });
    const expiry = anExpiry({ profile, activities: new Map() });
    expect(await adapter().expiry.expire(newScope(), expiry, AMPLE)).toEqual({ kind: 'conflict' });
  });
};
