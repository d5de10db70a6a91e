import type { RemovalDue, LoggedOccurrence, SharedRecord } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
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

/** A delivery that waits, under the member names that data on disk have. */
export interface DeliveryRow {
  readonly id: string;
  readonly lane: string;
  readonly place: string;
  readonly umid: Umid;
  readonly occurrence: LoggedOccurrence | RemovalRow;
  readonly parkedAt: number;
  readonly tries: number;
  readonly why: string;
}

/** A delivery that failed. */
export interface FailedRow extends DeliveryRow {
  readonly failedAt: number;
}

/** A removal that is due. */
export interface RemovalRow extends Omit<RemovalDue, 'shared'> {
  readonly given: SharedRecord | null;
}

/** A queue in which deliveries wait. */
export interface QueueRow {
  readonly dueAt: number;
}

/** What is on its way to destinations, and what was shared with them. */
export interface DestinationCollections {
  /** [account, destination] */
  readonly destinations: Collection<DestinationRow>;
  /** [account, destination, topic, partition]: the position that follows what was taken */
  readonly deliveryPositions: Collection<number>;
  /** [account, destination, queue] */
  readonly retryQueues: Collection<QueueRow>;
  /** [account, destination, when it is due, queue] */
  readonly queuesByDue: Collection<true>;
  /** [account, destination, queue, sequence] */
  readonly queuedDeliveries: Collection<DeliveryRow>;
  /** [account, destination, when it failed, digest of its id] */
  readonly failedDeliveries: Collection<FailedRow>;
  /** [account, destination, digest of its id]: when it failed */
  readonly failedById: Collection<number>;
  /** [account, umid, destination, 'lane', queue] or [..., 'failed', digest]: what goes with the person */
  readonly deliveryOwners: Collection<true>;
  /** [account, destination, umid] */
  readonly sharedRecords: Collection<SharedRecord>;
}

export const openDestinationCollections = (root: RootDatabase): DestinationCollections => ({
  destinations: openJson(root, 'destinations'),
  deliveryPositions: openJson(root, 'deliveryPositions'),
  retryQueues: openJson(root, 'lanes'),
  queuesByDue: openJson(root, 'lanesByDue'),
  queuedDeliveries: openJson(root, 'waitingParcels'),
  failedDeliveries: openJson(root, 'failedParcels'),
  failedById: openJson(root, 'failedById'),
  deliveryOwners: openJson(root, 'parcelOwners'),
  sharedRecords: openJson(root, 'given'),
});
