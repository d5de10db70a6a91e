export type * from './info-sections.ts';
export * from './sections.ts';
