export { createKafkaSender } from './create-kafka-sender.ts';
export type { KafkaSenderDeps } from './create-kafka-sender.ts';
export type { AddressGuard } from './guarded-sockets.ts';
export { openKafkaSender } from './open-kafka-sender.ts';
export type { OpenKafkaSenderDeps } from './open-kafka-sender.ts';
export { openKafkaLog } from './open-kafka-log.ts';
export type { KafkaLog, KafkaLogOptions } from './open-kafka-log.ts';
export type { LogFailure, OnLogFailure } from './log-failure.ts';
export { MAX_CONTENT_BYTES } from './sizes.ts';
