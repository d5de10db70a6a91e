export { openKafkaLog } from './open-kafka-log.ts';
export type { KafkaLog, KafkaLogOptions } from './open-kafka-log.ts';
export type { LogFailure, OnLogFailure } from './log-failure.ts';
export { MOST_CONTENT_BYTES } from './sizes.ts';
