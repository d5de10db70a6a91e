import { isMembers, own, without, type Members } from './members.ts';
import { eventContent, type EventContent } from './translation.ts';

/** The most page views, actions and kept rests that an own mapping makes of one element of `data`. */
export const MAX_FROM_MAPPING = 64;

/**
 * What the result of an own mapping says: nothing, an object or a list of objects, each with the members `page` and
 * `action` of an element of `data`; other members are kept as they are. Null: the result is none of these.
 */
export const contentsByMapping = (output: unknown): readonly EventContent[] | null => {
  const all: EventContent[] = [];
  for (const element of listOf(output)) {
    const read = isMembers(element) ? ofElement(element) : null;
    if (read === null) return null;
    all.push(...read);
    if (all.length > MAX_FROM_MAPPING) return null;
  }
  return all;
};

/** JSONata makes of a list of one its only element, and of an empty one nothing. */
const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
};

const ofElement = (element: Members): readonly EventContent[] | null => {
  const pages = listOf(own(element, 'page'));
  const actions = listOf(own(element, 'action'));
  if (!pages.every(isPage) || !actions.every(isAction)) return null;
  const rest = without(element, ['page', 'action']);
  return [
    ...pages.map((page) => eventContent('page', withoutNulls(page))),
    ...actions.map((action) => eventContent('action', withoutNulls(action))),
    ...(Object.keys(rest).length === 0 ? [] : [eventContent('dataLayer', rest)]),
  ];
};

const isFit =
  (texts: readonly string[]) =>
  (value: unknown): value is Members =>
    isMembers(value) &&
    texts.every((name) => isAbsentOr('string', own(value, name))) &&
    isAbsentOr('number', own(value, 'timestamp'));

const isAbsentOr = (type: 'string' | 'number', value: unknown): boolean =>
  value === undefined || value === null || typeof value === type;

const isPage = isFit(['name', 'action', 'url']);
const isAction = isFit(['name', 'action', 'category', 'label']);

const withoutNulls = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
