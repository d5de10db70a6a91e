import type { EventType } from '../events/event.ts';
import { own, without, type Members } from './members.ts';

/** Something that a data layer says happened. */
export interface EventContent {
  readonly type: EventType;
  readonly properties: Members;
  /** The client's time as it was sent, in seconds or milliseconds. */
  readonly timestamp: number | undefined;
}

/** What a data layer comes to. */
export interface Translation {
  readonly contents: readonly EventContent[];
  /** What nobody knows, to be kept as it came; undefined where nothing is left. */
  readonly rest: unknown;
}

/** One entry of a data layer, which tells of one thing at most. */
export interface Entry {
  readonly content: EventContent | null;
  readonly rest: unknown;
}

/** A page view or an action with these properties; a numeric `timestamp` among them is its time. */
export const eventContent = (type: EventType, properties: Members): EventContent => {
  const timestamp = own(properties, 'timestamp');
  return typeof timestamp === 'number'
    ? { type, properties: without(properties, ['timestamp']), timestamp }
    : { type, properties, timestamp: undefined };
};

/** An entry that nobody knows. */
export const unknown = (rest: unknown): Entry => ({ content: null, rest });

/** An entry of which nothing is left to know. */
export const known = (type: EventType, properties: Members): Entry => ({
  content: eventContent(type, properties),
  rest: undefined,
});

/** Translates the entries of a list in order; those that find no room are left as they came. */
export const translateEach = (
  entries: readonly unknown[],
  room: number,
  translate: (entry: unknown) => Entry,
): Translation => {
  const all: EventContent[] = [];
  const rest: unknown[] = [];
  for (const entry of entries) {
    const translated = all.length < room ? translate(entry) : unknown(entry);
    if (translated.content !== null) all.push(translated.content);
    if (translated.rest !== undefined) rest.push(translated.rest);
  }
  return { contents: all, rest: rest.length === 0 ? undefined : rest };
};

/** Of a single entry: what is left are the members that it has. */
export const asMembers = ({ contents, rest }: Translation): Translation => ({
  contents,
  rest: Array.isArray(rest) ? rest[0] : rest,
});
