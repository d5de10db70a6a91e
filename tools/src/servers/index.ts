export { startOwnKafka } from './kafka.ts';
export { databaseUri, startOwnMongodb, type MongodbServer } from './mongodb.ts';
export { ownDatabase, type OwnDatabase } from './own-database.ts';
export { startOwnRedis } from './redis.ts';
export type { RunningServer } from './running-server.ts';
