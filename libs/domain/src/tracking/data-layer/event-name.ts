import { own, type Members } from './members.ts';

/** The event that a push names; undefined where it names none and only describes. */
export const eventNameOf = (push: Members): string | undefined => {
  const event = own(push, 'event');
  return typeof event === 'string' && event !== '' ? event : undefined;
};
