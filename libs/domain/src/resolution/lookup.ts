import type { Device, Identifier, Profile, Umdid, Umid } from '../identity/index.ts';
import type { Suppression, SuppressionKey } from '../privacy/index.ts';

/** The keys that a look at the store starts from. */
export interface Wanted {
  readonly umdid?: Umdid;
  readonly umids?: readonly Umid[];
  /** Identifiers of one owner, `profileId` among them. */
  readonly identifiers?: readonly Identifier[];
  /** `shared` identifiers, whose holders are wanted. */
  readonly shared?: readonly Identifier[];
  /** Keys of what an erasure may have suppressed. */
  readonly suppressions?: readonly SuppressionKey[];
  /**
   * A umid that the device may lead to, by its cookie: it is read along with the device, which spares the second look
   * where it is right. Nothing is believed of it.
   */
  readonly hint?: Umid;
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

/** What the wanted keys lead to; what is unknown is absent. */
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

/** A redirect that leads nearer than it could, and where its way ends. */
export interface Detour {
  readonly umid: Umid;
  readonly living: Umid;
}
