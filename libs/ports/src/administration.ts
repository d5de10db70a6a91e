import type { Explanation, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ResolveCall } from './resolver.ts';
import type { Scope } from './scope.ts';

/** Outcome of undoing a merge. */
export type UnmergeOutcome =
  /** `restored` lives again, and its newest merge is the next that `survivor` could undo. */
  | { readonly kind: 'unmerged'; readonly survivor: Umid; readonly restored: Umid }
  /** Nothing is stored under the umid. */
  | { readonly kind: 'unknown' }
  /** The profile has absorbed nobody. */
  | { readonly kind: 'nothingToUndo'; readonly umid: Umid }
  /** Merges are undone newest first: `newest` names the absorbed umid whose merge comes first. */
  | { readonly kind: 'notNewest'; readonly newest: Umid }
  /** The journal of this umid's merge is gone: it stays merged for ever. */
  | { readonly kind: 'journalDropped'; readonly umid: Umid };

/** The rules of the account that an administrator names; throws a 400 where the configuration has none of the name. */
export type AccountRulesOf = (scope: Scope) => AccountRules;

/** Who asks for a change and why, as the audit trail keeps it; the reason may be empty. */
export interface Caller {
  readonly by: string;
  readonly reason: string;
}

/** What changes something says who asks for it and why. */
export interface Attributed {
  readonly caller: Caller;
}

/** What an administrator can ask of the resolver. Both reject with `Unavailable` where a store does not answer. */
export interface Administration {
  /** What a request would come to, and why. Nothing is written, counted or remembered. */
  explain(scope: Scope, call: ResolveCall): Promise<Explanation>;
  /**
   * Undoes a merge (docs/behaviour.md#undoing-a-merge): the newest of the profile that lives under the umid, or the one
   * that absorbed the umid, where that is the newest of its survivor.
   */
  unmerge(scope: Scope, merge: { readonly umid: Umid; readonly caller?: Caller }): Promise<UnmergeOutcome>;
}
