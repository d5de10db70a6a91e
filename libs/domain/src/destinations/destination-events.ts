import { CHANGE_TYPES, type ChangeType } from '../identity/model/change-event.ts';
import type { EventType } from '../tracking/events/event.ts';

/** Of those that tell of the end of a profile nothing is left to deliver: removals tell of it. */
const ENDS: readonly ChangeType[] = ['profile.erased', 'profile.expired'];

const EVERY_EVENT: Readonly<Record<EventType, true>> = { page: true, action: true, dataLayer: true };

const inTracking = (type: string): string => `tracking.${type}`;

/** Every type that a destination may ask for, without `kith.` in front. */
export const DESTINATION_EVENTS: readonly string[] = [
  ...CHANGE_TYPES.filter((type) => !ENDS.includes(type)),
  ...Object.keys(EVERY_EVENT).map(inTracking),
];

/** What may stand in the place of several types: `*`, or what a type begins with: `profile.*`. */
export const DESTINATION_WILDCARDS: readonly string[] = [
  '*',
  ...new Set(DESTINATION_EVENTS.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
];

const matches = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;

/** The types of the log that a list of types and wildcards means. */
export const eventsMeant = (patterns: readonly string[]): ReadonlySet<string> =>
  new Set(
    DESTINATION_EVENTS.filter((type) => patterns.some((pattern) => matches(pattern, type))).map(
      (type) => `kith.${type}`,
    ),
  );
