import type { StandingEntry } from '@kith/domain/consent';
import type { Link, Profile, ProfileState, Umdid, Umid } from '@kith/domain/identity';
import type { Activity, EventType, TrackedEvent } from '@kith/domain/tracking';
import type { Scope } from './scope.ts';
import type { EventPlace } from './tracking-store.ts';

/** Where a person stands among those of an account: by a time, and by the umid where times are the same. */
export interface PersonPlace {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly umid: Umid;
}

/** A part of the persons of an account, in an order. */
export interface PersonSelection {
  /** The time that orders; whoever changes moves to the newest end of `changed`. */
  readonly by: 'created' | 'changed';
  readonly order: 'newestFirst' | 'oldestFirst';
  readonly state?: ProfileState;
  /** The pipeline that created them. */
  readonly source?: string;
  /** Of the time that orders: from this moment on. */
  readonly from?: number;
  /** Of the time that orders: before this moment. */
  readonly to?: number;
  /** The person that the part begins behind; another one may live there by now, or nobody. */
  readonly after?: PersonPlace;
  readonly limit: number;
}

/** Lists the persons of an account by an index for every selection that can be said. */
export interface ProfileCatalogue {
  /** Living profiles only. */
  persons(scope: Scope, selection: PersonSelection): Promise<readonly Profile[]>;
}

/** A part of the events of a person, newest first. */
export interface EventSelection {
  /** The umids of the moment: of the person, and of those that merges brought to it. */
  readonly umids: readonly Umid[];
  /** Absent: of every type. */
  readonly types?: readonly EventType[];
  /** Of the event's time, in epoch milliseconds: from this moment on. */
  readonly from?: number;
  /** Before this moment. */
  readonly to?: number;
  /** What was received before waits for its removal: it is not there any more. */
  readonly receivedFrom?: number;
  /** The event that the part begins behind. */
  readonly after?: EventPlace;
  readonly limit: number;
}

/** A part of a chain of the consent history, newest entry first. */
export interface ChainSelection {
  readonly umid: Umid;
  /** The number of the entry that the part begins behind; null for the newest. */
  readonly after: number | null;
  readonly limit: number;
}

/** A device, and when it was last seen in epoch milliseconds. */
export interface SeenDevice {
  readonly umdid: Umdid;
  readonly lastSeen: number;
}

/** What is stored around profiles, for many at once: the number of round trips does not grow with the persons asked for. */
export interface PersonDetails {
  /** The activity under each of the umids that has any. */
  activitiesByUmid(scope: Scope, umids: readonly Umid[]): Promise<ReadonlyMap<Umid, Activity>>;
  /** The links of each umid that has any, most recent first, at most so many of each. */
  linksByUmid(
    scope: Scope,
    umids: readonly Umid[],
    limit: number,
  ): Promise<ReadonlyMap<Umid, readonly Link[]>>;
  /** The devices bound to each umid that has any, last seen first, at most so many of each. */
  devicesByUmid(
    scope: Scope,
    umids: readonly Umid[],
    limit: number,
  ): Promise<ReadonlyMap<Umid, readonly SeenDevice[]>>;
  /** The events of each selection. */
  eventsOf(
    scope: Scope,
    selections: readonly EventSelection[],
  ): Promise<readonly (readonly TrackedEvent[])[]>;
  /** The entries of each selection, as they stand in the store. */
  consentOf(
    scope: Scope,
    selections: readonly ChainSelection[],
  ): Promise<readonly (readonly StandingEntry[])[]>;
}
