import type { IdentificationType, ProfileState, Umdid, Umid } from '@kith/domain/identity';
import type { Scope } from './scope.ts';

/**
 * All that the edge needs to answer a returning visitor without a database
 * (docs/architecture.md#the-way-of-one-request).
 */
export interface CacheEntry {
  readonly umid: Umid;
  readonly state: ProfileState;
  readonly type: IdentificationType;
  /**
   * Of the permissions that some pipeline of the account required when the entry was made: whether each is granted. One
   * that is absent was not required then.
   */
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly bindingVersion: number;
  readonly profileVersion: number;
}

/** A device's entry in the cache. */
export interface Recognition {
  readonly entry: CacheEntry | null;
  /** The umid that the caller named, or the entry's own, was merged or unmerged: ask the resolver. */
  readonly redirected: boolean;
}

/**
 * The edge's memory of devices. Best effort: it may forget anything at any time, and a cache that does not
 * answer is a miss, never an error.
 */
export interface UmidCache {
  /** One round trip. `hinted` is the umid of the visitor's cookie; it is a hint and never believed. */
  recognise(scope: Scope, umdid: Umdid, hinted: Umid | null): Promise<Recognition>;
  /** Keeps the entry five minutes, unless a newer one (binding version, then profile version) is there. */
  remember(scope: Scope, umdid: Umdid, entry: CacheEntry): Promise<void>;
  /**
   * Marks a umid as absorbed, or as one that an unmerge took apart, for longer than any entry lives (ten minutes):
   * whoever has to do with it must ask the resolver.
   */
  redirect(scope: Scope, absorbed: Umid): Promise<void>;
  forget(scope: Scope, umdid: Umdid): Promise<void>;
}
