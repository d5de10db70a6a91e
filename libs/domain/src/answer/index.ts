export * from './attribute-values.ts';
export type * from './info-sections.ts';
export * from './linked-umids.ts';
export * from './sections.ts';
export * from './segment-texts.ts';
export * from './segments.ts';
