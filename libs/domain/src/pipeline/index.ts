export type * from './account-rules.ts';
export type * from './pipeline-rules.ts';
