import type { EventType } from '../event.ts';
import { own, without, type Members } from './members.ts';

/** Something that a data layer says happened. */
export interface Happened {
  readonly type: EventType;
  readonly properties: Members;
  /** The client's time as it was sent, in seconds or milliseconds. */
  readonly timestamp: number | undefined;
}

/** What a data layer comes to. */
export interface Translation {
  readonly happened: readonly Happened[];
  /** What nobody knows, to be kept as it came; undefined where nothing is left. */
  readonly rest: unknown;
}

/** One entry of a data layer, which tells of one thing at most. */
export interface Entry {
  readonly happened: Happened | null;
  readonly rest: unknown;
}

/** A page view or an action with these properties; a numeric `timestamp` among them is its time. */
export const happened = (type: EventType, properties: Members): Happened => {
  const timestamp = own(properties, 'timestamp');
  return typeof timestamp === 'number'
    ? { type, properties: without(properties, ['timestamp']), timestamp }
    : { type, properties, timestamp: undefined };
};

/** An entry that nobody knows. */
export const unknown = (rest: unknown): Entry => ({ happened: null, rest });

/** An entry of which nothing is left to know. */
export const known = (type: EventType, properties: Members): Entry => ({
  happened: happened(type, properties),
  rest: undefined,
});

/** Translates the entries of a list in order; those that find no room are left as they came. */
export const translateEach = (
  entries: readonly unknown[],
  room: number,
  translate: (entry: unknown) => Entry,
): Translation => {
  const all: Happened[] = [];
  const rest: unknown[] = [];
  for (const entry of entries) {
    const translated = all.length < room ? translate(entry) : unknown(entry);
    if (translated.happened !== null) all.push(translated.happened);
    if (translated.rest !== undefined) rest.push(translated.rest);
  }
  return { happened: all, rest: rest.length === 0 ? undefined : rest };
};

/** Of a single entry: what is left are the members that it has. */
export const asMembers = ({ happened, rest }: Translation): Translation => ({
  happened,
  rest: Array.isArray(rest) ? rest[0] : rest,
});
