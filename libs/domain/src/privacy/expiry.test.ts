import { describe, expect, test } from 'vitest';
import { newVisitor } from '../identity/draft/draft.ts';
import type { ProfileId, Umid } from '../identity/model/ids.ts';
import type { Profile } from '../identity/model/profile.ts';
import { NO_ACTIVITY, type Activity } from '../tracking/activity.ts';
import { decideExpiry } from './expiry.ts';

const SEEN_BEFORE = 1_000;
const NOW = 5_000;

const visitor = (members: Partial<Profile> = {}): Profile => ({
  ...newVisitor('u' as Umid, 'p' as ProfileId, 'web', 900),
  version: 3,
  ...members,
});

const held = { name: 'deviceId', value: 'd', firstSeen: 1, lastSeen: 1 };
const permission = (granted: boolean) => ({ OPT: { granted, modifiedAt: 1, identified: false } });
const activity = (members: Partial<Activity>): Activity => ({ ...NO_ACTIVITY, ...members });

const decided = (profile: Profile, activities: readonly Activity[] = []) =>
  decideExpiry(profile, activities, SEEN_BEFORE, NOW);

describe('a profile', () => {
  test.each<[string, Profile, readonly Activity[]]>([
    ['nobody has seen', visitor(), []],
    ['withdrew and never granted', visitor({ permissions: permission(false) }), []],
    ['has old events', visitor(), [activity({ lastReceivedAt: 999 }), activity({ lastEventAt: 999 })]],
    ['has new events that came long ago', visitor(), [activity({ lastEventAt: 4_000, lastReceivedAt: 1 })]],
  ])('expires that %s', (_, profile, activities) => {
    expect(decided(profile, activities).kind).toBe('expired');
  });

  test.each<[string, Profile, readonly Activity[]]>([
    ['the resolver has seen since', visitor({ lastSeenAt: 1_000 }), []],
    ['sent an event since', visitor(), [activity({ lastEventAt: 1, lastReceivedAt: 1_000 })]],
    ['sent one before receipts were kept', visitor(), [NO_ACTIVITY, activity({ lastEventAt: 1_000 })]],
  ])('waits that %s', (_, profile, activities) => {
    expect(decided(profile, activities)).toEqual({ kind: 'seenLater', at: 1_000 });
  });

  test.each<[string, Partial<Profile>]>([
    ['is a customer', { state: 'customer' }],
    ['has a device identifier', { identifiers: [held] }],
    ['has granted something', { permissions: permission(true) }],
  ])('never expires that %s', (_, members) => {
    expect(decided(visitor(members))).toEqual({ kind: 'kept' });
  });

  test('that expired is told of with all its umids, at the version that follows', () => {
    expect(decided(visitor({ absorbed: ['a' as Umid] }))).toEqual({
      kind: 'expired',
      change: {
        id: `u:4:expired:${NOW}:0`,
        type: 'profile.expired',
        umid: 'u',
        profileVersion: 4,
        at: NOW,
        detail: { absorbed: ['a'] },
      },
    });
  });
});
