import type { Bucket } from '@kith/domain/consent';
import type { Commit, Identifier, Link, StoredProfile, Umdid, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import {
  createIdentityView,
  type Detour,
  type IdentityKeys,
  type IdentityRows,
  type Loaded,
  type Wanted,
} from '@kith/domain/resolution';
import type { Activity } from '@kith/domain/tracking';
import { type Deadline, type Scope, Unavailable } from './scope.ts';

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
  | { readonly kind: 'headTally'; readonly bucket: Bucket }
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

/**
 * Everything that the keys lead to, by looks at full keys: one, and another for what the one before leads to. What is
 * found is not of one moment: whoever writes by it states the versions (docs/decisions/0042-identity-collection.md).
 * Rejects with `Unavailable` where the deadline has passed.
 */
export const loadThrough = async (
  look: ProfileStore['look'],
  { account, deadline }: Scope,
  wanted: Wanted,
): Promise<{ readonly loaded: Loaded; readonly detours: readonly Detour[] }> => {
  if (deadline.remainingMs() <= 0) throw new Unavailable('store', 'the deadline has passed');
  const view = createIdentityView();
  for (;;) {
    const found = view.lookUp(wanted);
    if (found.kind === 'loaded') return found;
    const [rows] = await look(deadline, [{ account, keys: found.keys }]);
    if (rows === undefined) throw new Error('a look answered nothing');
    view.add(found.keys, rows);
  }
};
