import type { Umid } from '@kith/domain/identity';
import type { Deadline } from './scope.ts';

/** One message for one destination, in its final form. */
export interface Delivery {
  /** The same for each try: receivers drop what they have seen. */
  readonly id: string;
  /** `kith.consent.changed`, `kith.tracking.page`, `kith.profile.removed` ... */
  readonly type: string;
  /** Whom it is about: deliveries of one umid keep their order. */
  readonly umid: Umid;
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
  /** What the transformation made: JSON values only. */
  readonly payload: unknown;
}

/** `retry`: not now, and not before so many milliseconds where the receiver says so; `refused`: never. */
export type SendOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly why: string; readonly afterMs?: number }
  | { readonly kind: 'refused'; readonly why: string };

/** Takes deliveries to one destination: a webhook, a topic of the customer's, a file. */
export interface DestinationSender {
  /**
   * How many deliveries one call takes at most. 1: each goes by itself, those of different profiles side by side. More:
   * one call at a time, with all that came meanwhile, so that one append or one sync carries many.
   */
  readonly maxBatchSize: number;
  /** All of them or none, as far as anybody can know. Gives up at the deadline with `retry`. Never throws. */
  send(deadline: Deadline, deliveries: readonly Delivery[]): Promise<SendOutcome>;
  close(): Promise<void>;
}
