import { lift, text } from './lift.ts';
import type { Members } from './members.ts';
import { categoryOf } from './trade.ts';

const ACTION = {
  action: text('action', 'event_action', 'eventAction'),
  category: text('category', 'event_category', 'eventCategory'),
  label: text('label', 'event_label', 'eventLabel'),
};

/**
 * The properties of an action that a named event stands for: name and action are the event's unless it says otherwise,
 * category and label are found under their usual names.
 */
export const namedAction = (event: string, members: Members): Members => {
  const lifted = lift(members, ACTION);
  const isTaken = Object.hasOwn(lifted, 'event') && lifted['event'] !== event;
  const named = isTaken ? { eventName: event } : { event };
  return { ...named, name: event, action: event, ...categoryOf(lifted), ...lifted };
};
