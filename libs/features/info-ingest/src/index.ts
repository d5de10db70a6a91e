export * from './create-info-ingest.ts';
export * from './openapi-front.ts';
export * from './request-reader.ts';
