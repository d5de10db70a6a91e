import type { HeldAttribute, HeldAttributes, MergeJournal, Profile } from './profile.ts';

/** The longest value of an attribute, in characters. */
export const ATTRIBUTE_LENGTH = 512;

const NONE: HeldAttributes = {};

/** What a profile holds of attributes. */
export const attributesOf = ({ attributes = NONE }: Pick<Profile, 'attributes'>): HeldAttributes =>
  attributes;

/**
 * Of each attribute the latest modification (docs/behaviour.md#merging); of two at the same time the value that is
 * greater by code units. So the order in which files and merges bring them does not matter.
 */
export const latestAttributes = (a: HeldAttributes, b: HeldAttributes): HeldAttributes => {
  const news = Object.entries(b).filter(([name, told]) => isLater(told, a[name]));
  return news.length === 0 ? a : { ...a, ...Object.fromEntries(news) };
};

/** Whether one stands in the place of another. */
export const isLater = (told: HeldAttribute, held: HeldAttribute | undefined): boolean =>
  held === undefined ||
  told.modifiedAt > held.modifiedAt ||
  (told.modifiedAt === held.modifiedAt && told.value > held.value);

/** The attributes of a survivor when a merge is undone: as they were before it, and what was told since. */
export const attributesApart = (
  present: HeldAttributes,
  { loser, survivorBefore }: Pick<MergeJournal, 'loser' | 'survivorBefore'>,
): HeldAttributes => {
  const before = attributesOf(survivorBefore);
  const merged = latestAttributes(before, attributesOf(loser));
  const since = Object.entries(present).filter(([name, held]) => isLater(held, merged[name]));
  return since.length === 0 ? before : { ...before, ...Object.fromEntries(since) };
};

/** The member of a profile that holds attributes; none where there are none. */
export const attributesMember = (attributes: HeldAttributes): Pick<Profile, 'attributes'> =>
  Object.keys(attributes).length === 0 ? {} : { attributes };
