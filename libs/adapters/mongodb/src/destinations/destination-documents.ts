import {
  queueOf,
  type FailedDelivery,
  type LoggedOccurrence,
  type Occurrence,
  type QueuedDelivery,
  type QueueName,
  type RemovalDue,
  type SharedRecord,
} from '@kith/domain/destinations';
import type { DestinationPlace } from '@kith/ports';
import { accountKey, sequencePart, textDigest } from '../engine/keys.ts';

/** [account, destination] */
export interface DestinationDocument {
  readonly _id: string;
  readonly isPaused: boolean;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Epoch milliseconds; absent in documents of before there was one: then it is `since`. */
  readonly owedSince?: number;
  /** 0 until somebody has opened it. */
  readonly round: number;
  readonly reviewed: string | null;
  readonly holder: string;
  readonly heldUntil: Date;
}

/** [account, destination, round, topic, partition] */
export interface PositionDocument {
  readonly _id: string;
  readonly topic: string;
  readonly position: number;
  /** Up to where rounds of before have taken the partition; absent where none has. */
  readonly takenBefore?: number;
  /** Epoch milliseconds; null until a record was taken that tells the time. */
  readonly takenAt: number | null;
}

/** [account, destination, queue]: deliveries wait in it. */
export interface QueueDocument {
  readonly _id: string;
  /** [account, destination] */
  readonly of: string;
  /** The key of the person with whom it goes; absent for removals. */
  readonly owner?: string;
  /** The name of the queue. */
  readonly lane: string;
  /** How often something was put into it; absent in documents of before there was one. */
  readonly entered?: number;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/** [account, destination, queue, sequence] */
export interface QueuedDocument {
  readonly _id: string;
  readonly owner?: string;
  readonly body: string;
}

/** [account, destination, digest of its id] */
export interface FailureDocument {
  readonly _id: string;
  /** [account, destination] */
  readonly of: string;
  /** [when it failed, digest of its id]: their order. */
  readonly place: string;
  readonly owner?: string;
  readonly body: string;
}

/** [account, destination, umid] */
export interface SharedDocument {
  readonly _id: string;
  readonly since: number;
  readonly body: string;
}

/** A delivery in a `body`, under the member names that stored data have. */
interface DeliveryBody extends Omit<QueuedDelivery, 'queue' | 'sequence' | 'queuedAt' | 'occurrence'> {
  readonly lane: string;
  readonly place: string;
  readonly parkedAt: number;
  readonly occurrence: LoggedOccurrence | RemovalBody;
}

interface RemovalBody extends Omit<RemovalDue, 'shared'> {
  readonly given: SharedRecord | null;
}

const bodyOf = ({ queue, sequence, queuedAt, occurrence, ...rest }: QueuedDelivery): DeliveryBody => ({
  ...rest,
  lane: queue,
  place: sequence,
  parkedAt: queuedAt,
  occurrence: occurrenceBody(occurrence),
});

const occurrenceBody = (occurrence: Occurrence): DeliveryBody['occurrence'] => {
  if (occurrence.kind !== 'removal') return occurrence;
  const { shared, ...removal } = occurrence;
  return { ...removal, given: shared };
};

const deliveryOf = ({ lane, place, parkedAt, occurrence, ...rest }: DeliveryBody): QueuedDelivery => ({
  ...rest,
  queue: lane,
  sequence: place,
  queuedAt: parkedAt,
  occurrence: occurrenceOf(occurrence),
});

const occurrenceOf = (body: DeliveryBody['occurrence']): Occurrence => {
  if (body.kind !== 'removal') return body;
  const { given, ...removal } = body;
  return { ...removal, shared: given };
};

export const queuedDelivery = ({ body }: Pick<QueuedDocument, 'body'>): QueuedDelivery =>
  deliveryOf(JSON.parse(body) as DeliveryBody);

export const failedDelivery = ({ body }: Pick<FailureDocument, 'body'>): FailedDelivery => {
  const { failedAt, ...rest } = JSON.parse(body) as DeliveryBody & { readonly failedAt: number };
  return { ...deliveryOf(rest), failedAt };
};

export const sharedRecord = ({ body }: Pick<SharedDocument, 'body'>): SharedRecord =>
  JSON.parse(body) as SharedRecord;

export const placeKey = (
  { account, destination }: DestinationPlace,
  ...rest: readonly (string | number)[]
): string => accountKey(account, destination, ...rest);

/** A removal does not go with the person: it is what tells the destination that the person has gone. */
export const ownerMember = (
  { account }: DestinationPlace,
  { queue, umid }: Pick<QueuedDelivery, 'queue' | 'umid'>,
): { readonly owner?: string } => (queue === queueOf(umid) ? { owner: accountKey(account, umid) } : {});

export const queuedDocument = (place: DestinationPlace, delivery: QueuedDelivery): QueuedDocument => ({
  _id: queuedKey(place, delivery.queue, delivery.sequence),
  ...ownerMember(place, delivery),
  body: JSON.stringify(bodyOf(delivery)),
});

export const queuedKey = (place: DestinationPlace, queue: QueueName, sequence: string): string =>
  placeKey(place, queue, sequence);

export const failureDocument = (place: DestinationPlace, delivery: FailedDelivery): FailureDocument => {
  const { failedAt, ...rest } = delivery;
  return {
    _id: failureKey(place, delivery.id),
    of: placeKey(place),
    place: failureOrder(delivery),
    ...ownerMember(place, delivery),
    body: JSON.stringify({ ...bodyOf(rest), failedAt }),
  };
};

export const failureKey = (place: DestinationPlace, id: string): string => placeKey(place, textDigest(id));

export const failureOrder = ({ failedAt, id }: Pick<FailedDelivery, 'failedAt' | 'id'>): string =>
  `${sequencePart(failedAt)}:${textDigest(id)}`;

export const sharedDocument = (place: DestinationPlace, record: SharedRecord): SharedDocument => ({
  _id: placeKey(place, record.umid),
  since: record.since,
  body: JSON.stringify(record),
});
