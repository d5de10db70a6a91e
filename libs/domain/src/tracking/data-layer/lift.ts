import { numberOf, own, textOf, type Members } from './members.ts';

/** Where a known member may stand, the first that is fit counts, and what makes it fit. */
export interface Source {
  readonly names: readonly string[];
  readonly read: (value: unknown) => unknown;
}

/** Known members by the name that Kith gives them. */
export type Vocabulary = Readonly<Record<string, Source>>;

/** A text that stands under one of these names. */
export const text = (...names: string[]): Source => ({ names, read: textOf });

/** A number that stands under one of these names. */
export const number = (...names: string[]): Source => ({ names, read: numberOf });

/**
 * Gives known members their names and types, and leaves all others where they are. Where a name is taken by something
 * else, nothing moves: no member is ever lost.
 */
export const lift = (members: Members, vocabulary: Vocabulary): Members => {
  const lifted = new Map(Object.entries(members));
  for (const [name, source] of Object.entries(vocabulary)) move(lifted, members, name, source);
  return Object.fromEntries(lifted);
};

const move = (lifted: Map<string, unknown>, members: Members, name: string, source: Source): void => {
  const found = fit(members, source, Object.hasOwn(members, name) ? [name] : source.names);
  if (found === null) return;
  lifted.delete(found.from);
  lifted.set(name, found.value);
};

const fit = (members: Members, { read }: Source, names: readonly string[]) => {
  for (const from of names) {
    const value = read(own(members, from));
    if (value !== undefined) return { from, value };
  }
  return null;
};
