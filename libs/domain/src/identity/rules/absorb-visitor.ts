import type { Draft } from '../draft.ts';
import { merge } from '../merge/merge.ts';
import type { Profile } from '../profile.ts';
import { stay } from './stay.ts';

/** C customer, X visitor: X becomes part of C. */
export const absorbVisitor = (draft: Draft, current: Profile, found: Profile): void => {
  stay(draft, current);
  merge(draft, found.umid, current.umid);
};
