import type { Acknowledgement, ConsentHead, PermissionState } from '../consent/consent.ts';
import type { EpochMs } from '../epoch.ts';
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

/** Specification, States and transitions: an anonymous visitor or an identified customer. */
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
  /** Every umid that merges brought here; their activity counts for this profile. */
  readonly absorbed: readonly Umid[];
}

/** What undoing a merge needs: both sides as they were. */
export interface MergeJournal {
  readonly loser: Profile;
  readonly survivorBefore: Profile;
  readonly mergedAt: EpochMs;
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

/** How strongly a device knows its profile; also the digit of the cookie (0 anonymous, 1 login, 2 network). */
export type IdentificationType = 0 | 1 | 2;

/** A request that a device made with an `Idempotency-Key`: its keyed hash, and when. */
export interface RetryKey {
  readonly hash: string;
  readonly at: EpochMs;
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
}

/** Two profiles that belong together by a linking rule; the pair is ordered, the smaller umid first. */
export interface Link {
  readonly umids: readonly [Umid, Umid];
  readonly why: 'sharedIdentifier' | 'sameDevice';
  readonly lastSeen: EpochMs;
}
