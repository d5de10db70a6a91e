import type { EventType } from './event.ts';

const EVERY_TYPE: Readonly<Record<EventType, true>> = { page: true, action: true, dataLayer: true };

/** Every type that a stored event can have; a type that is not listed here does not compile. */
export const EVENT_TYPES = Object.keys(EVERY_TYPE) as readonly EventType[];
