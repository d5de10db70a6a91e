import type { FailedParcel, Given, WaitingParcel } from '@kith/domain/destinations';
import type { DestinationState } from '@kith/ports';
import type { RootDatabase } from 'lmdb';
import { openJson, type Collection } from './collection.ts';

/** A destination, and who takes care of it. */
export interface DestinationRow extends Omit<DestinationState, 'owedSince'> {
  /** Absent in rows of before there was one: then it is `since`. */
  readonly owedSince?: number;
  /** By topic and partition: up to which position rounds of before have taken them. */
  readonly takenBefore?: Readonly<Record<string, number>>;
  readonly holder: string | null;
  /** Epoch milliseconds. */
  readonly heldUntil: number;
}

/** A lane in which parcels wait. */
export interface LaneRow {
  readonly dueAt: number;
}

/** What is on its way to destinations, and what they have been given. */
export interface DeliveryCollections {
  /** [account, destination] */
  readonly destinations: Collection<DestinationRow>;
  /** [account, destination, topic, partition]: the position that follows what was taken */
  readonly deliveryPositions: Collection<number>;
  /** [account, destination, lane] */
  readonly lanes: Collection<LaneRow>;
  /** [account, destination, when it is due, lane] */
  readonly lanesByDue: Collection<true>;
  /** [account, destination, lane, place] */
  readonly waitingParcels: Collection<WaitingParcel>;
  /** [account, destination, when it was laid aside, digest of its id] */
  readonly failedParcels: Collection<FailedParcel>;
  /** [account, destination, digest of its id]: when it was laid aside */
  readonly failedById: Collection<number>;
  /** [account, umid, destination, 'lane', lane] or [..., 'failed', digest]: what goes with the person */
  readonly parcelOwners: Collection<true>;
  /** [account, destination, umid] */
  readonly given: Collection<Given>;
}

export const openDeliveryCollections = (root: RootDatabase): DeliveryCollections => ({
  destinations: openJson(root, 'destinations'),
  deliveryPositions: openJson(root, 'deliveryPositions'),
  lanes: openJson(root, 'lanes'),
  lanesByDue: openJson(root, 'lanesByDue'),
  waitingParcels: openJson(root, 'waitingParcels'),
  failedParcels: openJson(root, 'failedParcels'),
  failedById: openJson(root, 'failedById'),
  parcelOwners: openJson(root, 'parcelOwners'),
  given: openJson(root, 'given'),
});
