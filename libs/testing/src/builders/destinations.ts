import {
  queueOf,
  removalQueueOf,
  type FailedDelivery,
  type QueuedDelivery,
  type SharedRecord,
} from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { DestinationPlace, TakenPart } from '@kith/ports';
import { aChange, anIdentifier, BUILT_AT } from './identity.ts';
import { randomAccount, randomName, randomProfileId, randomUmid } from './ids.ts';

/** A destination that nobody else uses. */
export const aDestinationPlace = (members: Partial<DestinationPlace> = {}): DestinationPlace => ({
  account: randomAccount(),
  destination: randomName('destination'),
  ...members,
});

/** A change that waits for its first try. */
export const aQueuedDelivery = (
  umid: Umid = randomUmid(),
  members: Partial<QueuedDelivery> = {},
): QueuedDelivery => {
  const change = aChange({ umid });
  return {
    id: change.id,
    queue: queueOf(umid),
    sequence: randomName('sequence'),
    umid,
    occurrence: { kind: 'change', change },
    queuedAt: BUILT_AT,
    tries: 0,
    why: 'it does not answer',
    ...members,
  };
};

/** A removal that waits. */
export const aQueuedRemoval = (umid: Umid = randomUmid()): QueuedDelivery =>
  aQueuedDelivery(umid, {
    id: randomName('removal'),
    queue: removalQueueOf(umid),
    occurrence: { kind: 'removal', umid, at: BUILT_AT, since: BUILT_AT, shared: null },
  });

export const aFailedDelivery = (members: Partial<FailedDelivery> = {}): FailedDelivery => ({
  ...aQueuedDelivery(members.umid),
  failedAt: BUILT_AT,
  ...members,
});

export const aSharedRecord = (members: Partial<SharedRecord> = {}): SharedRecord => ({
  umid: randomUmid(),
  profileId: randomProfileId(),
  since: BUILT_AT,
  identifiers: [anIdentifier()],
  ...members,
});

/** The first part of a topic that nobody else uses, in the first round. */
export const aTakenPart = (members: Partial<TakenPart> = {}): TakenPart => ({
  topic: randomName('topic'),
  partition: 0,
  round: 1,
  from: 0,
  to: 10,
  takenAt: null,
  queued: [],
  failed: [],
  ...members,
});
