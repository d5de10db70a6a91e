import type { FailedDelivery } from '@kith/domain/destinations';
import type { AccountName } from '@kith/domain/pipeline';
import type { DeliveryCounts, DestinationPlace, FailedPage } from './destination-store.ts';
import type { Deadline } from './scope.ts';

/** Where a destination of the configuration stands. */
export interface DestinationStatus extends DestinationPlace, DeliveryCounts {
  readonly type: 'webhook' | 'kafka' | 'file';
  readonly isPaused: boolean;
  /** What happened before is not delivered; null where nobody has opened it yet. Epoch milliseconds. */
  readonly since: number | null;
  /** The time of the newest record that was taken, by topic; epoch milliseconds. */
  readonly takenAt: Readonly<Record<string, number>>;
  /** Why the delivery that waits first could not be delivered; null where none waits. */
  readonly why: string | null;
}

/** A failed delivery, without what happened: that is a person's. */
export interface ListedDelivery extends Pick<FailedDelivery, 'id' | 'umid' | 'failedAt' | 'tries' | 'why'> {
  /** When it was queued; epoch milliseconds. */
  readonly parkedAt: number;
  /** As it is sent: `kith.consent.changed`, `kith.profile.removed`. */
  readonly type: string;
}

/** What is to be delivered once more: some of the failed or all, or everything that the log still has since a time. */
export type Replay =
  | { readonly kind: 'failed'; readonly ids?: readonly string[] }
  | { readonly kind: 'since'; readonly at: number };

/** What became of a call that names a destination. */
export type DestinationOutcome<T> =
  { readonly kind: 'unknown' } | { readonly kind: 'done'; readonly result: T };

/** What an administrator asks about destinations. All calls reject with `Unavailable` where a store does not answer. */
export interface DestinationAdministration {
  /** All destinations of the configuration, or those of one account, by account and name. */
  list(deadline: Deadline, of?: { readonly account?: AccountName }): Promise<readonly DestinationStatus[]>;
  status(deadline: Deadline, place: DestinationPlace): Promise<DestinationOutcome<DestinationStatus>>;
  failed(
    deadline: Deadline,
    page: DestinationPlace & FailedPage,
  ): Promise<DestinationOutcome<readonly ListedDelivery[]>>;
  pause(deadline: Deadline, place: DestinationPlace): Promise<DestinationOutcome<null>>;
  resume(deadline: Deadline, place: DestinationPlace): Promise<DestinationOutcome<null>>;
  /** How many deliveries were put back; null where the destination begins again at a time. */
  replay(
    deadline: Deadline,
    again: DestinationPlace & { readonly replay: Replay },
  ): Promise<DestinationOutcome<number | null>>;
}
