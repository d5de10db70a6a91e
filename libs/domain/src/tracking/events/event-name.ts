import type { TrackedEvent } from './event.ts';
import { beginningOf, wellFormed } from './whole-text.ts';

/** So much of a name is counted by, in UTF-16 units. */
const MAX_NAME = 128;

/** The name by which statistics count an event: that of the page or the action; null where it has none. */
export const eventName = ({ properties }: Pick<TrackedEvent, 'properties'>): string | null => {
  const name = Object.hasOwn(properties, 'name') ? properties['name'] : undefined;
  return typeof name === 'string' && name !== '' ? wellFormed(beginningOf(name, MAX_NAME)) : null;
};
