export * from './info-front.ts';
export * from './ingest-metrics.ts';
