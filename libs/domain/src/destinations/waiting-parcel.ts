import type { EpochMs } from '../epoch.ts';
import type { ChangeEvent } from '../identity/model/change-event.ts';
import type { Umid } from '../identity/model/ids.ts';
import type { TrackedEvent } from '../tracking/event.ts';
import type { Given } from './given.ts';

/** What happened, as the log tells it; a removal only says that somebody may be due for one. */
export type Occurrence =
  | { readonly kind: 'change'; readonly change: ChangeEvent }
  | { readonly kind: 'event'; readonly event: TrackedEvent }
  | RemovalDue;

/** That a person may have to be removed, as far as anybody has noticed. */
export interface RemovalDue {
  readonly kind: 'removal';
  readonly umid: Umid;
  /** When it was noticed. */
  readonly at: EpochMs;
  /** That of the note: one that was made anew since then has removals of its own. */
  readonly since: EpochMs;
  /** What the destination had been given, where that was laid aside with the removal; null: the note of it tells. */
  readonly given: Given | null;
}

/** The name of a row of parcels that are delivered one after the other. */
export type LaneName = string;

/** A parcel that waits for another try. It holds what happened, not what is sent: that is made anew for each try. */
export interface WaitingParcel {
  /** That of the parcel as it is sent. */
  readonly id: string;
  readonly lane: LaneName;
  /** Orders the parcels of a lane, as text. */
  readonly place: string;
  readonly umid: Umid;
  readonly occurrence: Occurrence;
  readonly parkedAt: EpochMs;
  readonly tries: number;
  /** Why the last try came to nothing, or that others wait in front; a sentence without secrets. */
  readonly why: string;
}

/** A parcel that was laid aside: refused, or tried for too long. */
export interface FailedParcel extends WaitingParcel {
  readonly failedAt: EpochMs;
}

/** Parcels of one umid keep their order. */
export const laneOf = (umid: Umid): LaneName => umid;

/** A removal waits for nobody: what waits in front of it is about somebody who is not handed on any more. */
export const laneOfRemoval = (umid: Umid): LaneName => `${umid}.removal`;

/** The id of the parcel that an occurrence becomes. */
export const parcelIdOf = (occurrence: Occurrence): string => {
  switch (occurrence.kind) {
    case 'change':
      return occurrence.change.id;
    case 'event':
      return occurrence.event.id;
    case 'removal':
      return `${occurrence.umid}:removed:${occurrence.since}`;
  }
};
