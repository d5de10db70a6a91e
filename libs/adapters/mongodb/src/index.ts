export type { ConnectionOptions } from './engine/connection.ts';
export type { RunningProgram } from './engine/migrate.ts';
export { SchemaTooNew, type MigrationProgress } from './engine/migration.ts';
export { openMongodbCredentials } from './credentials/open-mongodb-credentials.ts';
export type {
  MongodbCredentials,
  MongodbCredentialsOptions,
} from './credentials/open-mongodb-credentials.ts';
export { openMongodbDestinations, type MongodbDestinations } from './open-mongodb-destinations.ts';
export { openMongodbLayouts } from './open-mongodb-layouts.ts';
export type { DatabaseOf, LayoutStatus, LayoutStep, MongodbLayouts } from './open-mongodb-layouts.ts';
export { openMongodbReader } from './open-mongodb-reader.ts';
export type { MongodbReader, MongodbReaderOptions } from './open-mongodb-reader.ts';
export { CREDENTIAL_LAYOUT, STORE_LAYOUT } from './known-layouts.ts';
export { openMongodbStore } from './open-mongodb-store.ts';
export type { MongodbStore, MongodbStoreOptions } from './open-mongodb-store.ts';
