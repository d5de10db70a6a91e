export type { ConnectionOptions } from './engine/connection.ts';
export type { RunningProgram } from './engine/migrate.ts';
export { SchemaTooNew, type MigrationProgress } from './engine/migration.ts';
export type { LayoutOptions } from './engine/open-database.ts';
export type { RegistrationOptions } from './engine/registration.ts';
export { openMongodbCredentials } from './credentials/open-mongodb-credentials.ts';
export type {
  MongodbCredentials,
  MongodbCredentialsOptions,
} from './credentials/open-mongodb-credentials.ts';
export {
  openMongodbDestinations,
  type MongodbDestinations,
} from './destinations/open-mongodb-destinations.ts';
export { openMongodbReader } from './open-mongodb-reader.ts';
export type { MongodbReader, MongodbReaderOptions } from './open-mongodb-reader.ts';
export { openMongodbStore } from './open-mongodb-store.ts';
export type { MongodbStore, MongodbStoreOptions } from './open-mongodb-store.ts';
