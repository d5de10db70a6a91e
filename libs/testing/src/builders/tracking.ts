import type { Profile } from '@kith/domain/identity';
import type { Activity, TrackedEvent } from '@kith/domain/tracking';
import type { Newcomer, PartitionMove, TrackingCommit, TrackingWrites } from '@kith/ports';
import { randomEventId, randomName, randomUmdid, randomUmid } from './ids.ts';
import { aChange, aDevice, aProfile, BUILT_AT } from './identity.ts';

export const anEvent = (members: Partial<TrackedEvent> = {}): TrackedEvent => ({
  id: randomEventId(),
  type: 'page',
  umdid: randomUmdid(),
  umid: randomUmid(),
  bindingVersion: 1,
  pipeline: 'web',
  time: BUILT_AT,
  clientTime: null,
  receivedAt: BUILT_AT,
  properties: { name: 'home' },
  ...members,
});

/** The activity of so many page views. */
export const anActivity = (events: number): Activity => ({
  attributes: { pageViews: { kind: 'count', count: events } },
  events,
  lastEventAt: BUILT_AT,
});

/** A visitor's first sight: profile, device and change belong together. */
export const aNewcomer = (profile: Profile = aProfile()): Newcomer => ({
  profile,
  device: aDevice({ umid: profile.umid }),
  change: aChange({ umid: profile.umid }),
});

/** What a batch does to one account: nothing but the named parts. */
export const trackingWrites = (parts: Partial<TrackingWrites>): TrackingWrites => ({
  newcomers: [],
  events: [],
  activities: new Map(),
  ...parts,
});

/** The first batch of a topic that nobody else uses; its only move stands beside it for those who ask where it lies. */
export const aTrackingCommit = ({
  topic = randomName('topic'),
  partition = 0,
  from = 0,
  to = 1,
  ...members
}: Partial<PartitionMove & Omit<TrackingCommit, 'moves'>> = {}): TrackingCommit & PartitionMove => {
  const move = { topic, partition, from, to };
  return { ...move, moves: [move], writes: new Map(), ...members };
};
