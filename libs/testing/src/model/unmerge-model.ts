import type { Umid } from '@kith/domain/identity';
import { livingUmid, type Model } from './model-state.ts';

/** What undoing the merge that a umid means must come to. */
export type ModelUnmergeOutcome =
  | { readonly kind: 'unmerged'; readonly survivor: Umid; readonly restored: Umid }
  | { readonly kind: 'nothingToUndo'; readonly umid: Umid }
  | { readonly kind: 'notNewest'; readonly newest: Umid };

/** Newest merge first: of a living profile its newest, of an absorbed umid the one that absorbed it. */
export const unmergingOf = (model: Model, umid: Umid): ModelUnmergeOutcome => {
  const survivor = livingUmid(model, umid);
  const newest = model.merges.get(survivor)?.at(-1);
  if (newest === undefined) return { kind: 'nothingToUndo', umid: survivor };
  if (umid !== survivor && umid !== newest) return { kind: 'notNewest', newest };
  return { kind: 'unmerged', survivor, restored: newest };
};
