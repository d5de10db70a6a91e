import type {
  Commit,
  Device,
  Identifier,
  Link,
  Profile,
  StoredProfile,
  Umdid,
  Umid,
} from '@kith/domain/identity';
import type { Suppression, SuppressionKey } from '@kith/domain/privacy';
import type { Activity } from '@kith/domain/tracking';
import type { Scope } from './scope.ts';

/** The keys that a decision starts from. */
export interface Wanted {
  readonly umdid?: Umdid;
  readonly umids?: readonly Umid[];
  /** Identifiers of one owner, `profileId` among them. */
  readonly identifiers?: readonly Identifier[];
  /** `shared` identifiers, whose holders are wanted. */
  readonly shared?: readonly Identifier[];
  /** Keys of what an erasure may have suppressed. */
  readonly suppressions?: readonly SuppressionKey[];
}

/** The owner of an identifier: the umid that the key names, and the living profile that it leads to. */
export interface Owner extends Identifier {
  /** As stored; differs from the profile's umid where a merge left a redirect between them. */
  readonly storedUmid: Umid;
  readonly profile: Profile;
}

/** A living profile found under a umid, after any number of redirects. */
export interface Found {
  readonly umid: Umid;
  readonly profile: Profile;
}

/** What the store holds for the wanted keys, all of one moment; what is unknown is absent. */
export interface Loaded {
  readonly device: Device | null;
  /** The living profile that the device leads to: over redirects, and back where an unmerge has undone them. */
  readonly current: Profile | null;
  readonly profiles: readonly Found[];
  readonly owners: readonly Owner[];
  /** Per shared identifier the umids that hold it, most recent first, at most 32, redirects followed. */
  readonly holders: readonly (Identifier & { readonly umids: readonly Umid[] })[];
  /** Those of the asked that are suppressed; absent where none was asked for. */
  readonly suppressions?: readonly Suppression[];
}

/** Reads profiles: all that the query side ever needs. */
export interface ProfileReader {
  /** One consistent look at everything that the keys lead to. */
  load(scope: Scope, wanted: Wanted): Promise<Loaded>;
  /** The activity under each of the umids that has any. */
  activities(scope: Scope, umids: readonly Umid[]): Promise<readonly Activity[]>;
  /** The links of a profile, most recent first. */
  links(scope: Scope, umid: Umid, limit: number): Promise<readonly Link[]>;
}

/** Reads profiles and commits decisions about them. Only the resolver holds one. */
export interface ProfileStore extends ProfileReader {
  /** What is stored under a umid itself, a redirect included. */
  stored(scope: Scope, umid: Umid): Promise<StoredProfile | null>;
  /**
   * Applies a commit whole, or nothing of it: `conflict` where a precondition no longer holds.
   * Durable before it returns.
   */
  commit(scope: Scope, commit: Commit): Promise<'committed' | 'conflict'>;
}
