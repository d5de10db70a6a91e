export type * from './account-rules.ts';
export type * from './attribute-plan.ts';
export * from './enrichment/index.ts';
export type * from './pipeline-rules.ts';
export * from './required-permissions.ts';
export * from './retention.ts';
export * from './rules-in-force.ts';
export type * from './tag-rules.ts';
