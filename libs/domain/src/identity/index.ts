export type * from './change-event.ts';
export * from './commit.ts';
export * from './ids.ts';
export type * from './info-sections.ts';
export type * from './profile.ts';
