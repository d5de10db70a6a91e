export { DirectoryInUse } from './directory-holder.ts';
export type { LogFailure } from './event-log.ts';
export { createMemoryUmidCache } from './memory-umid-cache.ts';
export type { MemoryUmidCacheOptions } from './memory-umid-cache.ts';
export { SchemaTooNew } from './migration.ts';
export { openEmbeddedCredentials } from './open-embedded-credentials.ts';
export type { EmbeddedCredentials } from './open-embedded-credentials.ts';
export { openEmbeddedStore } from './open-embedded-store.ts';
export type { EmbeddedStore, EmbeddedStoreOptions } from './open-embedded-store.ts';
