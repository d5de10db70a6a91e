import type { Device, IdentificationType, ProfileState, Umdid, Umid } from '@kith/domain/identity';
import type { Scope } from './scope.ts';

/** What the cache keeps of a device, under its umdid. */
export type KnownDevice = Pick<Device, 'umdid' | 'umid' | 'identifiedBy' | 'bindingVersion'>;

/** What the cache keeps of a profile, under its umid: once for all its devices. */
export interface KnownProfile {
  readonly umid: Umid;
  readonly state: ProfileState;
  /** The type of the strongest of its identifiers. */
  readonly strongest: IdentificationType;
  /**
   * Of the permissions that some pipeline of the account required when the entry was made: whether each is granted. One
   * that is absent was not required then.
   */
  readonly permissions: Readonly<Record<string, boolean>>;
  /** 0: an answer has named the visitor, and its first visit is still on its way through the log. */
  readonly version: number;
}

/**
 * All that the edge needs to answer a returning visitor without a database: what is known of the device and of its
 * profile, together (docs/architecture.md#the-way-of-one-request).
 */
export interface CacheEntry {
  readonly umid: Umid;
  readonly state: ProfileState;
  readonly type: IdentificationType;
  readonly permissions: KnownProfile['permissions'];
  readonly bindingVersion: number;
  readonly profileVersion: number;
}

/** What the cache is to keep. Nothing of it puts an older version in the place of a newer one. */
export interface CacheNews {
  /** Devices of the request. Their entries live five minutes. */
  readonly devices?: readonly KnownDevice[];
  /** Profiles of the request. Their entries live five minutes. */
  readonly profiles?: readonly KnownProfile[];
  /**
   * Profiles that have changed though no request for them is under way. Their entries live a minute: longer than
   * anybody takes who still tells of an older version, and short enough that an import fills no cache.
   */
  readonly changed?: readonly KnownProfile[];
  /**
   * Umids that were absorbed, taken apart by an unmerge, or removed: for ten minutes, which is longer than any entry
   * lives, whoever has to do with them must ask the resolver, whatever else the cache is told of them.
   */
  readonly redirected?: readonly Umid[];
}

/**
 * The edge's memory of devices and profiles. Best effort: it may forget anything at any time, and a cache that does not
 * answer is a miss, never an error.
 */
export interface UmidCache {
  /**
   * What is known of a device and its profile; null: ask the resolver. One round trip where `hinted`, the umid of the
   * visitor's cookie, is that of the device; two where it is not. It is a hint and never believed.
   */
  recognise(scope: Scope, umdid: Umdid, hinted: Umid | null): Promise<CacheEntry | null>;
  /** Keeps what was read, or is implied by an answer. One round trip; it is never missed where it does not arrive. */
  remember(scope: Scope, news: CacheNews): Promise<void>;
  /**
   * Keeps what was committed. One round trip; what does not arrive is told again as soon as the cache answers, as long
   * as it may keep something older.
   */
  tell(scope: Scope, news: CacheNews): Promise<void>;
  /** Removes devices for good, as `tell` would. */
  forget(scope: Scope, umdids: readonly Umdid[]): Promise<void>;
}
