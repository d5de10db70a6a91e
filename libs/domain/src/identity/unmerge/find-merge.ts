import type { Umid } from '../model/ids.ts';
import type { Profile, Redirect } from '../model/profile.ts';

/** Whose merge is to be undone, or why none is. */
export type MergeFound =
  | { readonly kind: 'undoable'; readonly survivor: Profile; readonly absorbed: Umid }
  | { readonly kind: 'nothingToUndo'; readonly umid: Umid }
  | { readonly kind: 'notNewest'; readonly newest: Umid }
  | { readonly kind: 'journalDropped'; readonly umid: Umid };

/**
 * The merge that somebody who names a umid means: of a living profile its newest, of an absorbed umid the one that
 * absorbed it. Merges are undone newest first, also over several hops; one without a journal bars those before it.
 * `redirects` are what leads from the umid to the living profile.
 */
export const findMerge = (redirects: readonly Redirect[], living: Profile): MergeFound => {
  const dropped = redirects.find(({ journal }) => journal === null);
  if (dropped !== undefined) return { kind: 'journalDropped', umid: dropped.umid };
  const newest = living.merges?.at(-1)?.umid;
  if (newest === undefined) return withoutMarks(living);
  const [named, ...further] = redirects;
  if (named !== undefined && (further.length > 0 || named.umid !== newest)) {
    return { kind: 'notNewest', newest };
  }
  return { kind: 'undoable', survivor: living, absorbed: newest };
};

const withoutMarks = ({ umid, absorbed }: Profile): MergeFound =>
  absorbed.length === 0 ? { kind: 'nothingToUndo', umid } : { kind: 'journalDropped', umid };
