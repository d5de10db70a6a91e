import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import type { Activity, TrackedEvent } from '@kith/domain/tracking';
import { anAccount, ampleDeadline, anActivity, anEvent, aProfile, randomUmid } from '@kith/testing';
import { foldTracking } from './fold-tracking.ts';
import { rulesInForce } from '@kith/domain/pipeline';
import { createVisitorMemory } from './visitor-memory.ts';

const account = anAccount();

/** What the events come to, where the store has these activities. */
const folded = async (events: readonly TrackedEvent[], stored: ReadonlyMap<Umid, Activity> = new Map()) => {
  const rules = rulesInForce(
    { accounts: new Map([[account.name, account]]), pipelines: new Map() },
    undefined,
  );
  const { writes } = await foldTracking(
    {
      tracking: {
        position: async () => 0,
        state: async () => ({ knownEvents: new Set(), activities: stored }),
        record: async () => 'recorded',
        events: async () => [],
      },
      profiles: { load: async () => Promise.reject(new Error('unasked')), stored: async () => null },
      consentHistory: { entries: async () => [], profiles: async () => [] },
      erasures: { suppressed: async () => [], timesSuppressed: async () => 0 },
      macs: () => [],
      isOptimistic: false,
      memory: createVisitorMemory(),
      rules,
      newProfileId: () => aProfile().profileId,
      callDeadline: ampleDeadline,
    },
    events.map((event) => ({ kind: 'event', account: account.name, event, formerIds: [] })),
  );
  return writes.get(account.name);
};

describe('an event of a device that was bound', () => {
  test('goes on with the activity under its umid, which must be there still', async () => {
    const umid = randomUmid();
    const writes = await folded([anEvent({ umid })], new Map([[umid, anActivity(3)]]));
    expect(writes?.newcomers).toEqual([]);
    expect(writes?.continued).toEqual(new Map([[umid, anActivity(3)]]));
    expect(writes?.activities.get(umid)?.events).toBe(4);
  });

  test('shows a visitor who may have expired, where its umid has no activity', async () => {
    const event = anEvent({ bindingVersion: 7 });
    const writes = await folded([event]);
    const { umid, umdid, receivedAt: firstSeen } = event;
    expect(writes).toMatchObject({
      continued: new Map(),
      newcomers: [{ profile: { umid, state: 'visitor' }, device: { umdid, umid, firstSeen } }],
    });
  });
});
