export * from './builders/index.ts';
export { defineActivityRecountsContract } from './contracts/activity-recounts.ts';
export type { RecountAdapters } from './contracts/activity-recounts.ts';
export { defineConsentHistoryContract } from './contracts/consent-history.ts';
export type { ConsentHistoryAdapters } from './contracts/consent-history.ts';
export { defineCredentialStoreContract } from './contracts/credential-store/index.ts';
export { defineDeadLetterStoreContract } from './contracts/dead-letter-store.ts';
export type { DeadLetterAdapters } from './contracts/dead-letter-store.ts';
export {
  defineDestinationSenderContract,
  type DestinationSenderAdapter,
} from './contracts/destination-sender.ts';
export {
  defineDestinationStoresContract,
  type DestinationAdapters,
} from './contracts/destination-store/index.ts';
export { anEnrichmentQuestion, defineEnrichmentSourceContract } from './contracts/enrichment-source.ts';
export type { EnrichmentSourceAdapter } from './contracts/enrichment-source.ts';
export { defineEventLogContract } from './contracts/event-log/index.ts';
export { defineExpiryStoreContract } from './contracts/expiry-store/index.ts';
export { anExpiry, storeVisitor } from './contracts/expiry-store/visitor.ts';
export type { ExpiryAdapters } from './contracts/expiry-store/visitor.ts';
export { defineOutboxContract } from './contracts/outbox.ts';
export type { OutboxAdapters } from './contracts/outbox.ts';
export { definePersonReaderContract } from './contracts/person-reader/index.ts';
export type { PersonReaderAdapters } from './contracts/person-reader/index.ts';
export { definePrivacyStoreContract } from './contracts/privacy-store/index.ts';
export type { PrivacyAdapters } from './contracts/privacy-store/person.ts';
export { defineProfileStoreContract } from './contracts/profile-store/index.ts';
export { chainCommit, chainOf } from './contracts/profile-store/shortening.ts';
export { defineSpoolContract } from './contracts/spool.ts';
export { defineTrackingStoreContract } from './contracts/tracking-store/index.ts';
export type { TrackingAdapters } from './contracts/tracking-store/index.ts';
export { defineUmidCacheContract } from './contracts/umid-cache.ts';
export { createCount } from './kit/count.ts';
export type { Count } from './kit/count.ts';
export { createCuttableProxy } from './kit/cuttable-proxy.ts';
export type { CuttableProxy, ServerPlace } from './kit/cuttable-proxy.ts';
export { extentOf } from './kit/extent-of.ts';
export type { Extents } from './kit/extent-of.ts';
export { durableFixture } from './kit/fixture.ts';
export type { DurableFixture, Fixture } from './kit/fixture.ts';
export { defineIdentityHistories } from './histories/define-identity-histories.ts';
export type { Extent } from './histories/define-identity-histories.ts';
export type { HistoryStage, ResolverParts } from './histories/stage.ts';
export { makeMmdb } from './kit/make-mmdb.ts';
export type { MmdbNetworks, MmdbValue } from './kit/make-mmdb.ts';
export { nestedObjects } from './kit/nested-objects.ts';
export { NO_EXPRESSIONS } from './kit/no-expressions.ts';
export { createMemoryDestinationStores } from './fakes/memory-destination-stores.ts';
export { ODD_TEXTS, withOddMembers } from './kit/odd-texts.ts';
export { createGate } from './kit/gate.ts';
export type { Gate } from './kit/gate.ts';
export * from './random/index.ts';
export { serverAddress } from './kit/server-address.ts';
export { createStoppableLog } from './kit/stoppable-log.ts';
export type { StoppableLog, Stopped } from './kit/stoppable-log.ts';
export { defineUnmerging } from './unmerging/define-unmerging.ts';
export type { UnmergingStage } from './unmerging/stage.ts';
export { temporaryDirectory } from './kit/temporary-directory.ts';
export type { TemporaryDirectory } from './kit/temporary-directory.ts';
export { thrownBy } from './kit/thrown-by.ts';
export * from './kit/unbounded.ts';
