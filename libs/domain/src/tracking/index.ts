export * from './activity.ts';
export * from './derive-event-id.ts';
export type * from './event.ts';
export * from './events-of-element.ts';
export * from './time.ts';
