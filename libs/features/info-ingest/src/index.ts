export * from './create-info-ingest.ts';
export * from './openapi-front.ts';
export * from './request-reader.ts';
export { createSpooledLog } from './spooling/create-spooled-log.ts';
export type { SpooledLog } from './spooling/create-spooled-log.ts';
export type { SpoolingNeeds } from './spooling/spooling-parts.ts';
