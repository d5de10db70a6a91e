import type { Acknowledgement, ConsentHead, PermissionState } from '../../consent/consent.ts';
import type { EpochMs } from '../../epoch.ts';
import type { ProfileId, Umdid, Umid } from './ids.ts';

/** A name and a normalised value; the pair belongs to at most one profile of an account. */
export interface Identifier {
  readonly name: string;
  readonly value: string;
}

/** An identifier on a profile. */
export interface HeldIdentifier extends Identifier {
  readonly firstSeen: EpochMs;
  readonly lastSeen: EpochMs;
}

/** An identifier that a profile no longer holds, and why. */
export interface FormerIdentifier extends HeldIdentifier {
  readonly until: EpochMs;
  readonly reason: 'replaced' | 'crowdedOut';
}

/** A value that another system told of a person, and when it was modified there. */
export interface HeldAttribute {
  readonly value: string;
  readonly modifiedAt: EpochMs;
}

/** By the names that the account has configured as imported. */
export type HeldAttributes = Readonly<Record<string, HeldAttribute>>;

/** An anonymous visitor or an identified customer (docs/behaviour.md#the-response). */
export type ProfileState = 'visitor' | 'customer';

/** A living profile. */
export interface Profile {
  readonly kind: 'profile';
  readonly umid: Umid;
  readonly profileId: ProfileId;
  readonly state: ProfileState;
  /** The pipeline that created the profile. */
  readonly source: string;
  readonly createdAt: EpochMs;
  readonly changedAt: EpochMs;
  readonly lastSeenAt: EpochMs;
  /** Grows by one with every commit; the precondition of the next one. */
  readonly version: number;
  readonly identifiers: readonly HeldIdentifier[];
  readonly formerIdentifiers: readonly FormerIdentifier[];
  readonly permissions: Readonly<Record<string, PermissionState>>;
  /** The latest acknowledgement of each notification and version. */
  readonly acknowledged: readonly Acknowledgement[];
  /** The newest acknowledgements, newest first, as an answer lists them. */
  readonly recentAcknowledgements: readonly Acknowledgement[];
  readonly consentHead: ConsentHead | null;
  /** What imports told; what events add up to is kept under each umid (`Activity`). Absent for none. */
  readonly attributes?: HeldAttributes;
  /** Every umid that merges brought here; their activity counts for this profile. */
  readonly absorbed: readonly Umid[];
  /** The merges into this profile that can still be undone, oldest first; absent where there was none. */
  readonly merges?: readonly MergeMark[];
}

/** A merge that can be undone: the redirect that it left, as it stands. */
export interface MergeMark {
  readonly umid: Umid;
  readonly version: number;
}

/** What a merge can change of its survivor, as it was before; the umids that it brought are the loser's. */
export type SurvivorBefore = Pick<
  Profile,
  | 'state'
  | 'lastSeenAt'
  | 'identifiers'
  | 'permissions'
  | 'acknowledged'
  | 'recentAcknowledgements'
  | 'attributes'
>;

/** What undoing a merge needs: both sides as they were, and what the merge made of them where that is not plain. */
export interface MergeJournal {
  readonly loser: Profile;
  readonly survivorBefore: SurvivorBefore;
  readonly mergedAt: EpochMs;
  /** The survivor's permissions after the merge: what differs from them came later. */
  readonly permissions: Profile['permissions'];
  /** Identifiers that the merge itself took from the survivor. */
  readonly displaced: readonly HeldIdentifier[];
}

/** What a merge leaves under the loser's umid: it answers with the survivor for ever. */
export interface Redirect {
  readonly kind: 'redirect';
  readonly umid: Umid;
  readonly to: Umid;
  readonly version: number;
  readonly journal: MergeJournal | null;
}

/** What a store holds under a umid. */
export type StoredProfile = Profile | Redirect;

/** A redirect whose merge can be undone. */
export type UndoableRedirect = Redirect & { readonly journal: MergeJournal };

/** Whether what is stored under a umid tells how to undo its merge. */
export const isUndoable = (stored: StoredProfile | null): stored is UndoableRedirect =>
  stored?.kind === 'redirect' && stored.journal !== null;

/** How strongly a device knows its profile; also the digit of the cookie (0 anonymous, 1 login, 2 network). */
export type IdentificationType = 0 | 1 | 2;

/** A request that a device made with an `Idempotency-Key`: its keyed hash, and when. */
export interface RetryKey {
  readonly hash: string;
  readonly at: EpochMs;
}

/** A call of the edge that changed something: its id, and when it was made. */
export interface DoneCall {
  readonly id: string;
  readonly at: EpochMs;
}

/** A umid at which a device was, before a merge led it on, and how well it was known there. */
export interface DeviceStop {
  readonly umid: Umid;
  readonly identifiedBy: IdentificationType;
}

/** A device and the profile that it points at. */
export interface Device {
  readonly umdid: Umdid;
  readonly umid: Umid;
  /** The strongest identifier that identified this profile here since the device was bound to it. */
  readonly identifiedBy: IdentificationType;
  /** Grows by one with every commit of the device; orders the entries of the cache. */
  readonly bindingVersion: number;
  readonly firstSeen: EpochMs;
  readonly lastSeen: EpochMs;
  readonly retryKeys: readonly RetryKey[];
  /** The calls of the last minute that changed something, newest first; absent for none. */
  readonly doneCalls?: readonly DoneCall[];
  /** Where merges led the device on since it was bound, beginning with what it was bound to; absent for none. */
  readonly trail?: readonly DeviceStop[];
}

/** Two profiles that belong together by a linking rule; the pair is ordered, the smaller umid first. */
export interface Link {
  readonly umids: readonly [Umid, Umid];
  readonly why: 'sharedIdentifier' | 'sameDevice';
  readonly lastSeen: EpochMs;
}
