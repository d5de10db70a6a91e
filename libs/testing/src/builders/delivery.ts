import {
  laneOf,
  laneOfRemoval,
  type FailedParcel,
  type Given,
  type WaitingParcel,
} from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { DeliveryTaking } from '@kith/ports';
import { randomName, randomProfileId, randomUmid } from './ids.ts';
import { aChange, anIdentifier, BUILT_AT } from './identity.ts';

/** A change that waits for its first try. */
export const aWaitingParcel = (
  umid: Umid = randomUmid(),
  members: Partial<WaitingParcel> = {},
): WaitingParcel => {
  const change = aChange({ umid });
  return {
    id: change.id,
    lane: laneOf(umid),
    place: randomName('place'),
    umid,
    occurrence: { kind: 'change', change },
    parkedAt: BUILT_AT,
    tries: 0,
    why: 'it does not answer',
    ...members,
  };
};

/** A removal that waits. */
export const aWaitingRemoval = (umid: Umid = randomUmid()): WaitingParcel =>
  aWaitingParcel(umid, {
    id: randomName('removal'),
    lane: laneOfRemoval(umid),
    occurrence: { kind: 'removal', umid, at: BUILT_AT, since: BUILT_AT, given: null },
  });

export const aFailedParcel = (members: Partial<FailedParcel> = {}): FailedParcel => ({
  ...aWaitingParcel(members.umid),
  failedAt: BUILT_AT,
  ...members,
});

export const aGiven = (members: Partial<Given> = {}): Given => ({
  umid: randomUmid(),
  profileId: randomProfileId(),
  since: BUILT_AT,
  identifiers: [anIdentifier()],
  ...members,
});

/** The first part of a topic that nobody else uses, in the first round. */
export const aDeliveryTaking = (members: Partial<DeliveryTaking> = {}): DeliveryTaking => ({
  topic: randomName('topic'),
  partition: 0,
  round: 1,
  from: 0,
  to: 10,
  takenAt: null,
  parked: [],
  failed: [],
  ...members,
});
