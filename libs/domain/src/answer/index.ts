export * from './attribute-values.ts';
export type { NotificationHistoryItem, InfoSections } from './sections.ts';
export * from './linked-umids.ts';
export * from './sections.ts';
export * from './segments.ts';
