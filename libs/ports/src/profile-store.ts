import type { Commit, Identifier, Link, StoredProfile, Umdid, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Detour, IdentityKeys, IdentityRows, Loaded, Wanted } from '@kith/domain/resolution';
import type { Activity } from '@kith/domain/tracking';
import type { Deadline, Scope } from './scope.ts';

/** Reads profiles: all that the query side ever needs. */
export interface ProfileReader {
  /** Everything that the keys lead to, over any number of redirects. */
  load(scope: Scope, wanted: Wanted): Promise<Loaded>;
  /** The activity under each of the umids that has any. */
  activities(scope: Scope, umids: readonly Umid[]): Promise<readonly Activity[]>;
  /** The links of a profile, most recent first. */
  links(scope: Scope, umid: Umid, limit: number): Promise<readonly Link[]>;
}

/** Full keys of one account. */
export interface AccountKeys {
  readonly account: AccountName;
  readonly keys: IdentityKeys;
}

/** A commit of one account. */
export interface AccountCommit {
  readonly account: AccountName;
  readonly commit: Commit;
}

/** Something that was not as a commit took it for granted. */
export type ConflictKey = { readonly account: AccountName } & (
  | { readonly kind: 'profile'; readonly umid: Umid }
  | { readonly kind: 'device'; readonly umdid: Umdid }
  | ({ readonly kind: 'identifier' } & Identifier)
);

/** What became of commits: all of them, or nothing; then `over` says what was otherwise, as far as the store can tell. */
export type GroupOutcome = 'committed' | { readonly over: readonly ConflictKey[] };

/** Reads profiles and commits decisions about them. Only the resolver holds one. */
export interface ProfileStore extends ProfileReader {
  /**
   * What is stored under these very keys, of several accounts, in their order and in one round trip; nothing is
   * followed. Suppressions are read last: whatever an erasure had removed when it was looked for is among them.
   */
  look(deadline: Deadline, wanted: readonly AccountKeys[]): Promise<readonly IdentityRows[]>;
  /** Leaves hints at redirects, so that a chain of them is walked once. Best effort: never rejects. */
  leaveShortcuts(scope: Scope, detours: readonly Detour[]): Promise<void>;
  /** What is stored under a umid itself, a redirect included. */
  stored(scope: Scope, umid: Umid): Promise<StoredProfile | null>;
  /**
   * Applies a commit whole, or nothing of it: `conflict` where a precondition no longer holds.
   * Durable before it returns.
   */
  commit(scope: Scope, commit: Commit): Promise<'committed' | 'conflict'>;
  /** The same for the commits of a group, at most one of each account: all of them or none, in one transaction. */
  commitGroup(deadline: Deadline, commits: readonly AccountCommit[]): Promise<GroupOutcome>;
}
