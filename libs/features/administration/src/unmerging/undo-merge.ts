import { sealWith } from '@kith/domain/consent';
import {
  decideUnmerge,
  findMerge,
  identifiersOfMerge,
  isUndoable,
  type Mac,
  type MergeFound,
  type Profile,
  type Redirect,
  type Umid,
  type Unmerged,
} from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { Unavailable, type ProfileStore, type Scope, type UmidCache, type UnmergeOutcome } from '@kith/ports';
import { retryInTime } from '@kith/platform';

export interface UndoMergeDeps {
  readonly store: ProfileStore;
  readonly cache: UmidCache;
  readonly mac: Mac;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly conflicted: () => void;
}

type Undoable = Extract<MergeFound, { kind: 'undoable' }>;

/**
 * Undoes the merge that a umid means: look, decide, commit with the versions that were read as preconditions, and look
 * again where somebody was faster, until the deadline. Throws `Unavailable` when that has passed.
 */
export const undoMerge = async (
  deps: UndoMergeDeps,
  scope: Scope,
  account: AccountRules,
  umid: Umid,
): Promise<UnmergeOutcome> => {
  const outcome = await retryInTime<UnmergeOutcome>(scope.deadline, async () => {
    const found = await findMergeOf(deps.store, scope, umid);
    if (found === null) return { kind: 'unknown' };
    if (found.kind !== 'undoable') return found;
    const unmerged = await decideOnce(deps, scope, account, found);
    if (unmerged !== null && (await commitUnmerge(deps, scope, unmerged))) {
      return { kind: 'unmerged', survivor: unmerged.survivor.umid, restored: unmerged.restored.umid };
    }
    deps.conflicted();
    return null;
  });
  if (outcome !== null) return outcome;
  throw new Unavailable('store', 'other requests for the same profile were faster until the deadline');
};

/** The merge that a umid means, by the redirects from it on to the living profile; null where nothing is stored. */
export const findMergeOf = async (
  store: Pick<ProfileStore, 'stored'>,
  scope: Scope,
  umid: Umid,
): Promise<MergeFound | null> => {
  const redirects: Redirect[] = [];
  let stored = await store.stored(scope, umid);
  while (stored?.kind === 'redirect') {
    redirects.push(stored);
    stored = await store.stored(scope, stored.to);
  }
  return stored === null ? null : findMerge(redirects, stored);
};

/** Null where the merge is no longer what it was when it was found. */
const decideOnce = async (
  { store, mac, clock }: UndoMergeDeps,
  scope: Scope,
  account: AccountRules,
  { survivor, absorbed }: Undoable,
): Promise<Unmerged | null> => {
  const redirect = await store.stored(scope, absorbed);
  if (!isUndoable(redirect)) return null;
  const { owners } = await store.load(scope, { identifiers: identifiersOfMerge(account, redirect.journal) });
  return decideUnmerge({
    account,
    now: nowAfter(survivor, clock()),
    survivor,
    redirect,
    owners: owners.map(({ name, value, storedUmid }) => ({ name, value, umid: storedUmid })),
    seal: sealWith(mac, account.name),
  });
};

/** The edge that received the last request may have another clock. */
const nowAfter = ({ changedAt }: Profile, now: number): number => Math.max(now, changedAt);

/**
 * The edge is sent here for both umids before anything is written: their marks outlive every entry of its cache, also
 * where this process does not get to say so afterwards. Until then no entry of either counts: which of the two a device
 * belongs to is not for the cache to say.
 */
const commitUnmerge = async (
  { store, cache }: UndoMergeDeps,
  scope: Scope,
  { survivor, restored, commit }: Unmerged,
): Promise<boolean> => {
  await cache.tell(scope, { redirected: [survivor.umid, restored.umid] });
  return (await store.commit(scope, commit)) === 'committed';
};
