import type { Commit, Mac, Macs, ProfileId, Umdid, Umid } from '@kith/domain/identity';
import type { Loaded, Wanted } from '@kith/domain/resolution';
import type { Scope } from './scope.ts';

/** What derives ids and makes new ones, for a decision. */
export interface DecisionIds {
  readonly mac: Mac;
  /** One MAC per accepted secret: what an erasure has suppressed is known by any of them. */
  readonly macs: Macs;
  readonly newUmid: () => Umid;
  readonly newUmdid: () => Umdid;
  readonly newProfileId: () => ProfileId;
}

/** What was decided: what is to be written, and what is told once that is stored. */
export interface GroupDecision<R> {
  readonly commit: Commit;
  readonly result: R;
}

/** Something that is decided on what the store holds. */
export interface GroupMember<R> {
  readonly scope: Scope;
  readonly wanted: Wanted;
  /** Pure; called again where somebody else was faster. What it throws is its own member's fault alone. */
  readonly decide: (loaded: Loaded) => GroupDecision<R>;
  /** What it counts against the bound of a group, in bytes. */
  readonly bytes: number;
}

/**
 * Decides a member together with those that arrive at the same time, each on the data as the ones before it leave them,
 * and stores all of it in one transaction (docs/decisions/0049-groups.md). The result, once it is stored. Rejects with
 * `Unavailable` where the store does not answer, or not before the member's deadline.
 */
export type DecideInGroup = <R>(member: GroupMember<R>) => Promise<R>;
