import {
  laneOf,
  type FailedParcel,
  type Given,
  type LaneName,
  type WaitingParcel,
} from '@kith/domain/destinations';
import type { AccountName } from '@kith/domain/pipeline';
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
export interface DeliveryPositionDocument {
  readonly _id: string;
  readonly topic: string;
  readonly position: number;
  /** Up to where rounds of before have taken the partition; absent where none has. */
  readonly takenBefore?: number;
  /** Epoch milliseconds; null until a record was taken that tells the time. */
  readonly takenAt: number | null;
}

/** [account, destination, lane]: parcels wait in it. */
export interface LaneDocument {
  readonly _id: string;
  /** [account, destination] */
  readonly of: string;
  /** The key of the person with whom it goes; absent for removals. */
  readonly owner?: string;
  readonly lane: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/** [account, destination, lane, place] */
export interface ParcelDocument {
  readonly _id: string;
  readonly owner?: string;
  readonly body: string;
}

/** [account, destination, digest of its id] */
export interface FailureDocument {
  readonly _id: string;
  /** [account, destination] */
  readonly of: string;
  /** [when it was laid aside, digest of its id]: their order. */
  readonly place: string;
  readonly owner?: string;
  readonly body: string;
}

/** [account, destination, umid] */
export interface GivenDocument {
  readonly _id: string;
  readonly since: number;
  readonly body: string;
}

/** Whose parcels they are. */
export interface DeliveryPlace {
  readonly account: AccountName;
  readonly destination: string;
}

export const placeKey = (
  { account, destination }: DeliveryPlace,
  ...rest: readonly (string | number)[]
): string => accountKey(account, destination, ...rest);

/** A removal does not go with the person: it is what tells the destination that the person has gone. */
export const ownerMember = (
  { account }: DeliveryPlace,
  { lane, umid }: Pick<WaitingParcel, 'lane' | 'umid'>,
): { readonly owner?: string } => (lane === laneOf(umid) ? { owner: accountKey(account, umid) } : {});

export const parcelDocument = (place: DeliveryPlace, parcel: WaitingParcel): ParcelDocument => ({
  _id: parcelKey(place, parcel.lane, parcel.place),
  ...ownerMember(place, parcel),
  body: JSON.stringify(parcel),
});

export const parcelKey = (place: DeliveryPlace, lane: LaneName, at: string): string =>
  placeKey(place, lane, at);

export const failureDocument = (place: DeliveryPlace, parcel: FailedParcel): FailureDocument => ({
  _id: failureKey(place, parcel.id),
  of: placeKey(place),
  place: failurePlace(parcel),
  ...ownerMember(place, parcel),
  body: JSON.stringify(parcel),
});

export const failureKey = (place: DeliveryPlace, id: string): string => placeKey(place, textDigest(id));

export const failurePlace = ({ failedAt, id }: Pick<FailedParcel, 'failedAt' | 'id'>): string =>
  `${sequencePart(failedAt)}:${textDigest(id)}`;

export const givenDocument = (place: DeliveryPlace, given: Given): GivenDocument => ({
  _id: placeKey(place, given.umid),
  since: given.since,
  body: JSON.stringify(given),
});
