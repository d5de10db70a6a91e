export * from './create-info-ingest.ts';
export * from './documents/openapi-front.ts';
export { createTagFront, type TagFrontDeps } from './documents/tag-front.ts';
export { createHttpSource, externalHosts, MAX_ANSWER_BYTES } from './enriching/http/http-source.ts';
export * from './recognising/request-reader.ts';
export type { SpooledLogDeps } from './spooling/spool-deps.ts';
export { createSpooledLog, type SpooledLog } from './spooling/spooled-log.ts';
