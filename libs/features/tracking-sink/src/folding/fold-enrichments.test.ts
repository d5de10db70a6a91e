import { describe, expect, test } from 'vitest';
import type { TrackingMessage } from '@kith/contracts';
import type { Umid } from '@kith/domain/identity';
import { rulesInForce, type PipelineRules } from '@kith/domain/pipeline';
import {
  NO_ACTIVITY,
  type Activity,
  type Enrichment,
  type EventId,
  type TrackedEvent,
} from '@kith/domain/tracking';
import {
  ampleDeadline,
  anAccount,
  anActivity,
  anEvent,
  aProfile,
  randomUmdid,
  randomUmid,
} from '@kith/testing';
import { foldTracking } from './fold-tracking.ts';
import { createVisitorMemory } from './visitor-memory.ts';

const account = anAccount({ attributes: new Map([['browser', { kind: 'enriched' }]]) });

const strict = { name: 'strict', account, cookie: null, trackingRequires: 'OPT' } as unknown as PipelineRules;

/** What messages come to; nobody has granted anything. */
const folded = async (
  messages: readonly TrackingMessage[],
  knownEvents: readonly EventId[] = [],
  activities: ReadonlyMap<Umid, Activity> = new Map(),
) => {
  const nobody = { device: null, current: null, owners: [], holders: [], profiles: [] };
  const {
    writes,
    subjects: _subjects,
    ...counts
  } = await foldTracking(
    {
      tracking: {
        position: async () => 0,
        state: async () => ({ knownEvents: new Set(knownEvents), activities }),
        record: async () => 'recorded',
        events: async () => [],
      },
      profiles: { load: async () => nobody, stored: async () => null },
      consentHistory: { entries: async () => [], profiles: async () => [], tallies: async () => [] },
      erasures: { suppressed: async () => [], timesSuppressed: async () => 0 },
      macs: () => [],
      isOptimistic: false,
      memory: createVisitorMemory(),
      rules: rulesInForce(
        { accounts: new Map([[account.name, account]]), pipelines: new Map([['strict', strict]]) },
        undefined,
      ),
      newProfileId: () => aProfile().profileId,
      callDeadline: ampleDeadline,
    },
    messages,
  );
  return { ...writes.get(account.name)!, counts };
};

const anEnrichment = (members: Partial<Enrichment> = {}): Enrichment => ({
  id: 'e-1',
  umdid: randomUmdid(),
  umid: randomUmid(),
  bindingVersion: 1,
  pipeline: 'web',
  receivedAt: 1_000,
  values: { browser: 'Firefox', unknown: 'x' },
  ...members,
});

const alone = (enrichment: Enrichment): TrackingMessage => ({
  kind: 'enrichment',
  account: account.name,
  enrichment,
});

const withEvent = (event: TrackedEvent, values: Enrichment['values']): TrackingMessage => ({
  kind: 'event',
  account: account.name,
  event,
  formerIds: [],
  enrichment: { ...event, values },
});

describe('what enrichment brings', () => {
  test('by itself becomes activity under its umid, and counts as no event', async () => {
    const enrichment = anEnrichment();
    const { activities, events, newcomers, counts } = await folded([alone(enrichment)]);
    expect(activities.get(enrichment.umid)).toEqual({
      ...NO_ACTIVITY,
      enriched: { browser: { value: 'Firefox', time: 1_000, id: 'e-1' } },
    });
    expect(events).toEqual([]);
    expect(counts).toEqual({ recorded: 0, repeated: 0, withdrawn: 0, erased: 0 });
    // It shows a visitor who may have no profile yet, or no longer.
    expect(newcomers).toMatchObject([{ profile: { umid: enrichment.umid } }]);
  });

  test('by itself is enough of a first visit: its profile comes into being with it', async () => {
    const enrichment = anEnrichment({ bindingVersion: 0 });
    const { umid, umdid } = enrichment;
    const { newcomers, activities } = await folded([alone(enrichment)], [], new Map([[umid, anActivity(1)]]));
    expect(newcomers).toMatchObject([{ profile: { umid, source: 'web' }, device: { umid, umdid } }]);
    expect(activities.has(umid)).toBe(true);
  });

  test('goes on with the activity that is there, which tells of recounts what it told before', async () => {
    const enrichment = anEnrichment();
    const stored = { ...anActivity(3), recounted: 2 };
    const { activities, continued, newcomers } = await folded(
      [alone(enrichment)],
      [],
      new Map([[enrichment.umid, stored]]),
    );
    expect(activities.get(enrichment.umid)).toEqual({ ...stored, enriched: expect.anything() });
    expect([[...continued!.keys()], newcomers]).toEqual([[enrichment.umid], []]);
  });

  test('takes away what it did not find, and leaves what is younger', async () => {
    const enrichment = anEnrichment({ values: { browser: '' } });
    const known = (time: number) => ({
      ...anActivity(3),
      enriched: { browser: { value: 'Safari', time, id: 'e-0' } },
    });
    const before = await folded([alone(enrichment)], [], new Map([[enrichment.umid, known(999)]]));
    expect(before.activities.get(enrichment.umid)).toMatchObject({
      enriched: { browser: { value: '', time: 1_000 } },
    });
    const later = await folded([alone(enrichment)], [], new Map([[enrichment.umid, known(1_001)]]));
    expect(later.activities.size).toBe(0);
  });

  test('with an event becomes activity with it', async () => {
    const event = anEvent();
    const { activities } = await folded([withEvent(event, { browser: 'Safari' })]);
    expect(activities.get(event.umid)).toMatchObject({
      events: 1,
      enriched: { browser: { value: 'Safari', time: event.receivedAt, id: event.id } },
    });
  });

  test('with an event that is stored already was brought before', async () => {
    const event = anEvent();
    const { activities } = await folded([withEvent(event, { browser: 'Safari' })], [event.id]);
    expect(activities.size).toBe(0);
  });

  test('is not kept where its pipeline requires a permission that was not granted', async () => {
    const { activities, newcomers } = await folded([
      alone(anEnrichment({ pipeline: 'strict' })),
      withEvent(anEvent({ pipeline: 'strict', bindingVersion: 1 }), { browser: 'Safari' }),
    ]);
    expect(activities.size).toBe(0);
    expect(newcomers).toEqual([]);
  });
});
