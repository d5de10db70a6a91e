export type * from './account-rules.ts';
export type * from './pipeline-rules.ts';
export * from './required-permissions.ts';
export * from './retention.ts';
