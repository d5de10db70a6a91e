export type * from './bot-step.ts';
export type * from './enrichment-step.ts';
export type * from './geo-step.ts';
export type * from './http-step.ts';
export type * from './table-step.ts';
export * from './text-template.ts';
export type * from './user-agent-step.ts';
