import type { Mac } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { Administration, Outbox, ProfileStore, Resolver, TrackingStore, UmidCache } from '@kith/ports';

/** What undoing merges is tried on: real stores, and the real use cases over them. */
export interface UnmergingStage {
  readonly profiles: ProfileStore;
  readonly tracking: TrackingStore;
  readonly outbox: Outbox;
  readonly cache: UmidCache;
  useCasesOf(account: AccountRules): UseCases;
}

/** The calls of an account's edge and of its administrator. */
export interface UseCases {
  readonly resolver: Resolver;
  readonly administration: Administration;
  readonly mac: Mac;
}
