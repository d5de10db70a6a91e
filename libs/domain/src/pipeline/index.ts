export type * from './account-rules.ts';
export * from './enrichment/index.ts';
export type * from './pipeline-rules.ts';
export * from './retention.ts';
export * from './rules-in-force.ts';
