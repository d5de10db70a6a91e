import type { EpochMs } from '../epoch.ts';
import type { ChangeEvent } from '../identity/model/change-event.ts';
import type { Umid } from '../identity/model/ids.ts';
import type { TrackedEvent } from '../tracking/events/event.ts';
import type { SharedRecord } from './shared-record.ts';

/** What the log tells that may be delivered. */
export type LoggedOccurrence =
  | { readonly kind: 'change'; readonly change: ChangeEvent }
  | { readonly kind: 'event'; readonly event: TrackedEvent };

/** What a delivery is about; a removal only says that somebody may be due for one. */
export type Occurrence = LoggedOccurrence | RemovalDue;

/** That a person may have to be removed, as far as anybody has noticed. */
export interface RemovalDue {
  readonly kind: 'removal';
  readonly umid: Umid;
  /** When it was noticed. */
  readonly at: EpochMs;
  /** That of the shared record: one that was made anew since then has removals of its own. */
  readonly since: EpochMs;
  /** The shared record itself, where the removal failed and has taken it along; null: it is still among the others. */
  readonly shared: SharedRecord | null;
}

/** Names a retry queue of a destination: its deliveries are tried one after the other. */
export type QueueName = string;

/** A delivery that waits for another try. It holds what happened, not what is sent: that is made anew for each try. */
export interface QueuedDelivery {
  /** That of the delivery as it is sent. */
  readonly id: string;
  readonly queue: QueueName;
  /** Orders the deliveries of a queue, as text. */
  readonly sequence: string;
  readonly umid: Umid;
  readonly occurrence: Occurrence;
  readonly queuedAt: EpochMs;
  readonly tries: number;
  /** Why the last try came to nothing, or that others wait in front; a sentence without secrets. */
  readonly why: string;
}

/** A delivery that was given up, because it was refused or tried for too long: the dead letter of a destination. */
export interface FailedDelivery extends QueuedDelivery {
  readonly failedAt: EpochMs;
}

/** Deliveries of one umid keep their order. */
export const queueOf = (umid: Umid): QueueName => umid;

/** A removal waits for nobody: what waits in front of it is about somebody of whom nothing is delivered any more. */
export const removalQueueOf = (umid: Umid): QueueName => `${umid}.removal`;

/** The id of the delivery that an occurrence becomes. */
export const deliveryIdOf = (occurrence: Occurrence): string => {
  switch (occurrence.kind) {
    case 'change':
      return occurrence.change.id;
    case 'event':
      return occurrence.event.id;
    case 'removal':
      return `${occurrence.umid}:removed:${occurrence.since}`;
  }
};
