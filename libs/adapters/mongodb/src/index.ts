export type { ConnectionOptions } from './connection.ts';
export { SchemaTooNew } from './migration.ts';
export { openMongodbCredentials } from './open-mongodb-credentials.ts';
export type { MongodbCredentials, MongodbCredentialsOptions } from './open-mongodb-credentials.ts';
export { openMongodbReader } from './open-mongodb-reader.ts';
export type { MongodbReader, MongodbReaderOptions } from './open-mongodb-reader.ts';
export { openMongodbStore } from './open-mongodb-store.ts';
export type { MongodbStore, MongodbStoreOptions } from './open-mongodb-store.ts';
