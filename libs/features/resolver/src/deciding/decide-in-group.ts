import { bucketOf } from '@kith/domain/consent';
import type { AccountName } from '@kith/domain/pipeline';
import type { Commit } from '@kith/domain/identity';
import { identifierText, type Detour } from '@kith/domain/resolution';
import {
  conflictBackOff,
  createGroups,
  DeadlineExceeded,
  latestDeadline,
  pause,
  within,
} from '@kith/platform';
import {
  Unavailable,
  type ConflictKey,
  type DecideInGroup,
  type ProfileStore,
  type Scope,
} from '@kith/ports';
import { decideInOrder, type DecidedMember } from './decide-in-order.ts';
import { pendingMember, type PendingMember } from './pending-member.ts';

export interface DecideGroupsDeps {
  readonly store: ProfileStore;
  readonly metrics: GroupMetrics;
  /** How many are decided together at most; left out: as few as suits requests that somebody waits for. */
  readonly maxMembers?: number;
}

/** What is counted of groups. */
export interface GroupMetrics {
  /** A group of so many members is stored. */
  grouped(members: number): void;
  /** Another process outran a commit. */
  conflicted(): void;
}

/** Enough to make a round trip cheap for each, few enough that a group takes some milliseconds. */
const MAX_MEMBERS = 64;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Decides and stores in groups: what arrives while a group is under way forms the next one. A group is read at once,
 * decided one after the other and stored in one transaction. What somebody else was faster with falls out and is
 * decided anew, apart from the others, until its deadline; a member that fails hurts nobody else.
 */
export const createDecideInGroup = (deps: DecideGroupsDeps): DecideInGroup => {
  const groups = createGroups<PendingMember>({
    run: (group) => runGroup({ ...deps, later: (pending) => groups.add(pending) }, group),
    maxItems: deps.maxMembers ?? MAX_MEMBERS,
    maxWeight: MAX_BYTES,
    weightOf: ({ bytes }) => bytes,
  });
  return async (member) => {
    const { pending, result } = pendingMember(member);
    groups.add(pending);
    try {
      return await within(member.scope.deadline, 'a group', result);
    } catch (error) {
      throw error instanceof DeadlineExceeded ? tooLate() : error;
    }
  };
};

const tooLate = (): Unavailable =>
  new Unavailable('store', 'it did not answer, or other requests were faster, until the deadline');

interface RunDeps extends DecideGroupsDeps {
  /** Takes up a member again. */
  readonly later: (pending: PendingMember) => void;
}

/** Never rejects: every member is answered, or taken up again. */
const runGroup = async (deps: RunDeps, group: readonly PendingMember[]): Promise<void> => {
  const members = group.filter(isInTime);
  if (members.length === 0) return;
  try {
    await decideAndStore(deps, members);
  } catch (error) {
    await afterFault(deps, members, error);
  }
};

/** Nobody waits any more for what comes too late. */
const isInTime = ({ scope, reject }: PendingMember): boolean => {
  if (scope.deadline.remainingMs() > 0) return true;
  reject(tooLate());
  return false;
};

const decideAndStore = async (deps: RunDeps, members: readonly PendingMember[]): Promise<void> => {
  const { store, metrics } = deps;
  const deadline = latestDeadline(members.map(({ scope }) => scope.deadline));
  const { decided, failed, deferred, commits } = await decideInOrder(store, deadline, members);
  for (const { pending, error } of failed) pending.reject(error);
  const outcome = commits.length === 0 ? 'committed' : await store.commitGroup(deadline, commits);
  if (outcome === 'committed') {
    metrics.grouped(decided.length);
    for (const { tell } of decided) tell();
    await leaveShortcuts(store, decided).catch(() => undefined);
  } else {
    metrics.conflicted();
    await afterConflict(deps, decided, outcome.over);
  }
  await runGroup(deps, deferred);
};

/** Whoever was outrun goes apart from the others, and by itself in the end, after growing pauses. */
const afterConflict = async (
  deps: RunDeps,
  decided: readonly DecidedMember[],
  over: readonly ConflictKey[],
): Promise<void> => {
  const [only, ...others] = decided;
  if (only !== undefined && others.length === 0) return again(deps, only.pending);
  const outrun = decided.filter((one) => over.some((key) => isAbout(one, key)));
  const rest = decided.filter((one) => !outrun.includes(one));
  const isTold = outrun.length > 0 && rest.length > 0;
  const middle = Math.ceil(decided.length / 2);
  const parts = isTold ? [rest, outrun] : [decided.slice(0, middle), decided.slice(middle)];
  for (const part of parts) {
    await runGroup(
      deps,
      part.map(({ pending }) => pending),
    );
  }
};

/** Meanwhile other groups go on. */
const again = ({ later }: RunDeps, pending: PendingMember): void => {
  const failures = pending.failures + 1;
  void pause(conflictBackOff(failures)).then(() => later({ ...pending, failures }));
};

const isAbout = ({ pending, commit }: DecidedMember, key: ConflictKey): boolean =>
  pending.scope.account === key.account && touches(commit, key);

const touches = (commit: Commit, key: ConflictKey): boolean => {
  switch (key.kind) {
    case 'profile':
      return (
        commit.profiles.some(({ value }) => value.umid === key.umid) ||
        commit.guards.some((guard) => guard.kind === 'profile' && guard.umid === key.umid)
      );
    case 'device':
      return (
        commit.devices.some(({ value }) => value.umdid === key.umdid) ||
        commit.guards.some((guard) => guard.kind === 'device' && guard.umdid === key.umdid)
      );
    case 'identifier':
      return [...commit.identifiers, ...commit.released].some(
        (one) => identifierText(one) === identifierText(key),
      );
    case 'headTally':
      return commit.heads.some(({ umid }) => bucketOf(umid) === key.bucket);
  }
};

/** A store that does not answer fails everybody; any other fault is somebody's, and is looked for. */
const afterFault = async (
  deps: RunDeps,
  members: readonly PendingMember[],
  error: unknown,
): Promise<void> => {
  if (members.length === 1 || error instanceof Unavailable) {
    for (const { reject } of members) reject(error);
    return;
  }
  const middle = Math.ceil(members.length / 2);
  await runGroup(deps, members.slice(0, middle));
  await runGroup(deps, members.slice(middle));
};

/** Hints for whoever comes next: the members are answered, whatever becomes of them. */
const leaveShortcuts = async (store: ProfileStore, decided: readonly DecidedMember[]): Promise<void> => {
  const byAccount = new Map<AccountName, { readonly scope: Scope; readonly detours: Detour[] }>();
  for (const { pending, detours } of decided) {
    if (detours.length === 0) continue;
    const { scope } = pending;
    const own = byAccount.get(scope.account) ?? { scope, detours: [] };
    own.detours.push(...detours);
    byAccount.set(scope.account, own);
  }
  await Promise.all(
    Array.from(byAccount.values(), ({ scope, detours }) => store.leaveShortcuts(scope, detours)),
  );
};
