import type { InfoSections } from '@kith/domain/answer';
import type { ConsentUpdate } from '@kith/domain/consent';
import type { Identifier, IdentificationType, ProfileState, Umdid, Umid } from '@kith/domain/identity';
import type { Section } from '@kith/domain/pipeline';
import type { CacheEntry } from './umid-cache.ts';
import type { Scope } from './scope.ts';

/** For whom alone the sections of a call are: other callers get none (docs/behaviour.md#what-identifiers-open). */
export interface SectionAccess {
  /** `bound`: beside verified identifiers, a device that was bound to the profile before the request. */
  readonly unverified: 'bound' | 'none';
  /** Names of the call's identifiers that came with a signature. */
  readonly verified: readonly string[];
}

/** Everything that must be true when the answer is read, in one call. */
export interface ResolveCall {
  readonly pipeline: string;
  readonly umdid: Umdid;
  /**
   * The umid of the visitor's cookie, where it has one: nothing of it is believed, and nothing follows from it but what
   * is read together with the device.
   */
  readonly hint?: Umid | undefined;
  /** The umdid was made for this very request: nobody has seen it before. */
  readonly freshDevice: boolean;
  /** In the pipeline's order of priority, normalised, none of them blocked. */
  readonly identifiers: readonly Identifier[];
  readonly consent: ConsentUpdate;
  readonly sections: readonly Section[];
  /** Absent: the sections are for whoever calls. */
  readonly reading?: SectionAccess | undefined;
  /**
   * Keyed hashes of the `Idempotency-Key`, one per accepted secret, none without a key: the first is remembered, and a
   * request of which any was seen changes nothing again.
   */
  readonly retryKeys: readonly string[];
  /** When the edge received the request, in epoch milliseconds. */
  readonly receivedAt: number;
  readonly requestId: string;
  /** Names the call where it may come a second time, as when its answer was lost on the way: it takes effect once. */
  readonly callId?: string | undefined;
}

/** The profile as the answer shows it, and what the edge may keep of it. */
export interface ResolveAnswer {
  /** Who the device is from now on, where its umdid is one of an erased person; absent: as it was asked. */
  readonly umdid?: Umdid;
  readonly umid: Umid;
  readonly state: ProfileState;
  readonly type: IdentificationType;
  readonly sections: InfoSections;
  readonly entry: CacheEntry;
}

/** Identity resolution, consent and sections: one call, one transaction. */
export interface Resolver {
  resolve(scope: Scope, call: ResolveCall): Promise<ResolveAnswer>;
}
