import { isEmptyCommit } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import {
  createIdentityView,
  uniteKeys,
  type Detour,
  type IdentityKeys,
  type IdentityView,
  type LookupOutcome,
  type Wanted,
} from '@kith/domain/resolution';
import type { AccountCommit, Deadline, ProfileStore } from '@kith/ports';
import type { Decided, PendingMember } from './pending-member.ts';

/** A member and what was decided, on the data as the members before it leave them. */
export interface DecidedMember extends Decided {
  readonly pending: PendingMember;
  readonly detours: readonly Detour[];
}

/** What became of a group before anything is written. */
export interface DecidedGroup {
  readonly decided: readonly DecidedMember[];
  /** Members that cannot be decided, each for a reason of its own. */
  readonly failed: readonly { readonly pending: PendingMember; readonly error: unknown }[];
  /** Members that lead to something that the group has not read, because of a member before them. */
  readonly deferred: readonly PendingMember[];
  /** What the decisions come to, a commit of each account. */
  readonly commits: readonly AccountCommit[];
}

type Views = ReadonlyMap<AccountName, IdentityView>;

/**
 * Reads what the members of a group are about, then decides one after the other, each on the data as the ones before it
 * leave them. Rejects where the store does not answer.
 */
export const decideInOrder = async (
  store: Pick<ProfileStore, 'look'>,
  deadline: Deadline,
  group: readonly PendingMember[],
): Promise<DecidedGroup> => {
  const views: Views = new Map(group.map(({ scope }) => [scope.account, createIdentityView()]));
  await readAll(store, deadline, group, views);
  const decided: DecidedMember[] = [];
  const failed: DecidedGroup['failed'][number][] = [];
  const deferred: PendingMember[] = [];
  for (const pending of group) {
    try {
      const one = decideOne(viewOf(views, pending), pending);
      if (one === null) deferred.push(pending);
      else decided.push(one);
    } catch (error) {
      failed.push({ pending, error });
    }
  }
  return { decided, failed, deferred, commits: commitsOf(views) };
};

/** Looks at full keys, and again at what these lead to, until every member can be decided or is known to fail. */
const readAll = async (
  store: Pick<ProfileStore, 'look'>,
  deadline: Deadline,
  group: readonly PendingMember[],
  views: Views,
): Promise<void> => {
  for (let open = group; ;) {
    const missing = open.flatMap((pending) => {
      const keys = missingFor(viewOf(views, pending), pending);
      return keys === null ? [] : [{ pending, keys }];
    });
    if (missing.length === 0) return;
    const wanted = [...views.keys()].flatMap((account) => {
      const own = missing.filter(({ pending }) => pending.scope.account === account);
      return own.length === 0 ? [] : [{ account, keys: uniteKeys(own.map(({ keys }) => keys)) }];
    });
    const rows = await store.look(deadline, wanted);
    wanted.forEach(({ account, keys }, index) => views.get(account)?.add(keys, rows[index]!));
    open = missing.map(({ pending }) => pending);
  }
};

/** Null where nothing is missing, or where the call cannot be decided anyway. */
const missingFor = (view: IdentityView, { wanted }: PendingMember): IdentityKeys | null => {
  const found = lookUpOrNull(view, wanted);
  return found?.kind === 'missing' ? found.keys : null;
};

/** The decision fails of the same fault, and says so. */
const lookUpOrNull = (view: IdentityView, wanted: Wanted): LookupOutcome | null => {
  try {
    return view.lookUp(wanted);
  } catch {
    return null;
  }
};

const viewOf = (views: Views, { scope }: PendingMember): IdentityView => {
  const view = views.get(scope.account);
  if (view === undefined) throw new Error('a group has no view of one of its accounts');
  return view;
};

const decideOne = (view: IdentityView, pending: PendingMember): DecidedMember | null => {
  const found = view.lookUp(pending.wanted);
  if (found.kind === 'missing') return null;
  const decided = pending.decide(found.loaded);
  view.apply(decided.commit);
  return { ...decided, pending, detours: found.detours };
};

const commitsOf = (views: Views): readonly AccountCommit[] =>
  Array.from(views, ([account, view]) => ({ account, commit: view.changes() })).filter(
    ({ commit }) => !isEmptyCommit(commit),
  );
