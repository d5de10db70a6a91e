export * from './create-info-ingest.ts';
