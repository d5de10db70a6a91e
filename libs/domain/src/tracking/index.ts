export * from './activity.ts';
export type * from './event.ts';
