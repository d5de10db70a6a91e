import type { ChangeEvent, Identifier, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Erasure } from '@kith/domain/privacy';
import type { TrackedEvent } from '@kith/domain/tracking';

/** An identifier and the umid that it belongs to; the key holds only its digest. */
export type OwnedIdentifier = Identifier & { readonly umid: Umid };

/** A change event that waits to be published, in its place among all. */
export interface StoredChange {
  readonly position: number;
  readonly account: AccountName;
  readonly change: ChangeEvent;
}

/** What a commit left to be published, under the first of its positions; an older store has a row for each item. */
export type OutboxRow = StoredChange | readonly StoredChange[];

/** An erasure as it is stored: how far the outbox and the log have been looked through beside the umids. */
export interface StoredErasure {
  readonly erasure: Erasure;
  /** The topics that are still to be looked through, in their order, and from where in the first of them. */
  readonly topics: readonly string[];
  readonly from: number;
}

/** The members of an event by which statistics group it. */
export type CountedEvent = Pick<TrackedEvent, 'type' | 'pipeline'> & { readonly name: string | null };
