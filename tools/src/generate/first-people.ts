import { randomUUID } from 'node:crypto';
import type { Profile, ProfileId, Umdid, Umid } from '@kith/domain/identity';
import type { TrackedEvent } from '@kith/domain/tracking';
import type { MongodbStore } from '@kith/mongodb';
import {
  aCommit,
  aConsentEntry,
  aDevice,
  anActivity,
  anEvent,
  anIdentifier,
  aProfile,
  aTrackingCommit,
  fresh,
  manyOf,
  newIdentifier,
  scopeOf,
  trackingWrites,
} from '@kith/testing/builders';

/** The account that everything generated belongs to. */
export const ACCOUNT = 'generated';

/** What every id of the first people begins with; copies have another number there. */
export const FIRST_MARK = '00000000-';

const PIPELINES = ['web', 'server', 'analytics'];
const DAY_MS = 86_400_000;
const DAYS = 90;
/** The newest moment of what is generated. */
export const END = Date.UTC(2026, 10, 1);

const markedId = (): string => FIRST_MARK + randomUUID().slice(FIRST_MARK.length);
/** So many moments, evenly over the span. */
const at = (index: number, of: number): number => END - 1 - Math.floor((index / of) * DAYS * DAY_MS);

/** Writes the people whom all others are copies of, by way of the store itself. */
export const writeFirstPeople = async (
  { profiles, tracking }: MongodbStore,
  people: number,
  eventsEach: number,
): Promise<void> => {
  for (let index = 0; index < people; index += 1) {
    const profile = personOf(index, people);
    const device = aDevice({ umdid: markedId() as Umdid, umid: profile.umid, lastSeen: profile.lastSeenAt });
    const commit = aCommit({
      profiles: [fresh(profile)],
      devices: [fresh(device)],
      identifiers: profile.identifiers.map((held) => newIdentifier(held, profile.umid)),
      consent: [aConsentEntry({ umid: profile.umid, at: profile.createdAt })],
    });
    await profiles.commit(scopeOf(ACCOUNT), commit);
    const events = manyOf(eventsEach, (event) => eventOf(profile, device.umdid, event, eventsEach));
    const activities = new Map([[profile.umid, anActivity(eventsEach)]]);
    const writes = new Map([[ACCOUNT, trackingWrites({ events, activities })]]);
    await tracking.record(scopeOf(ACCOUNT).deadline, aTrackingCommit({ writes }));
  }
};

const personOf = (index: number, people: number): Profile => {
  const isCustomer = index % 4 === 0;
  const createdAt = at(index, people);
  const seen = { firstSeen: createdAt, lastSeen: createdAt };
  return aProfile({
    umid: markedId() as Umid,
    profileId: `p-${markedId()}` as ProfileId,
    state: isCustomer ? 'customer' : 'visitor',
    source: PIPELINES[index % PIPELINES.length]!,
    createdAt,
    changedAt: createdAt + DAY_MS,
    lastSeenAt: createdAt + DAY_MS,
    identifiers: isCustomer ? [{ ...anIdentifier({ value: `c-${markedId()}` }), ...seen }] : [],
  });
};

const eventOf = (profile: Profile, umdid: Umdid, index: number, of: number): TrackedEvent => {
  const time = at(index, of) - (profile.createdAt % Math.floor((DAYS * DAY_MS) / of));
  const type = index % 3 === 0 ? ('action' as const) : ('page' as const);
  const pipeline = PIPELINES[index % PIPELINES.length]!;
  const properties = { name: `${type} ${index % 50}`, url: 'https://www.example.com/a/page/of/the/shop' };
  return anEvent({
    id: markedId(),
    umid: profile.umid,
    umdid,
    type,
    pipeline,
    time,
    receivedAt: time,
    properties,
  });
};
