import type { AccountName } from '@kith/domain/pipeline';
import type { Commit } from '@kith/domain/identity';
import type { RulesInForce } from '@kith/domain/pipeline';
import { identifierText, type Detour } from '@kith/domain/resolution';
import { conflictBackOff, createGroups, pause, within, type Live } from '@kith/platform';
import { Unavailable, type ConflictKey, type Deadline, type ProfileStore } from '@kith/ports';
import { decideInOrder, type DecidedCall } from './decide-in-order.ts';
import { decisionQuestion, type DecisionIds } from './decision-question.ts';
import type { PendingCall, ReadableDecision, Resolution } from './pending-call.ts';

/** Needed to decide calls in groups. */
export interface DecideGroupsDeps extends DecisionIds {
  readonly store: ProfileStore;
  readonly rules: Live<RulesInForce>;
  readonly metrics: GroupMetrics;
}

/** What is counted of groups. */
export interface GroupMetrics {
  /** A group of so many calls is decided. */
  grouped(calls: number): void;
  /** Another process outran a commit. */
  conflicted(): void;
}

/** Enough to make a round trip cheap for each, few enough that a group takes some milliseconds. */
const MAX_CALLS = 64;
const MAX_BYTES = 4 * 1024 * 1024;
/** What a call weighs beside what it says. */
const CALL_BYTES = 1_024;

/**
 * Decides calls and stores what was decided, in groups: those that arrive while a group is under way form the next one.
 * A group is read at once, decided one after the other and stored in one transaction. What somebody else was faster
 * with falls out and is decided anew, apart from the others, until its deadline; a call that fails hurts nobody else.
 * Rejects with `Unavailable` where the store does not answer, or not before the call's deadline.
 */
export const createDecideGroups = (
  deps: DecideGroupsDeps,
): ((resolution: Resolution) => Promise<ReadableDecision>) => {
  const groups = createGroups<PendingCall>({
    run: (group) => runGroup({ ...deps, later: (pending) => groups.add(pending) }, group),
    maxItems: MAX_CALLS,
    maxWeight: MAX_BYTES,
    weightOf: ({ bytes }) => bytes,
  });
  return (resolution) => {
    const { scope, call, account } = resolution;
    const decided = new Promise<ReadableDecision>((resolve, reject) => {
      const question = decisionQuestion(deps, call, account);
      groups.add({ ...resolution, question, bytes: bytesOf(resolution), failures: 0, resolve, reject });
    });
    return within(scope.deadline, 'a group of calls', decided);
  };
};

const bytesOf = ({ call: { identifiers, consent } }: Resolution): number =>
  identifiers.reduce((sum, { name, value }) => sum + name.length + value.length, CALL_BYTES) +
  JSON.stringify(consent).length;

interface RunDeps extends DecideGroupsDeps {
  /** Takes up a call again. */
  readonly later: (pending: PendingCall) => void;
}

/** Never rejects: every call is answered, or taken up again. */
const runGroup = async (deps: RunDeps, group: readonly PendingCall[]): Promise<void> => {
  const calls = group.filter(isInTime);
  if (calls.length === 0) return;
  try {
    await decideAndStore(deps, calls);
  } catch (error) {
    await afterFault(deps, calls, error);
  }
};

/** The caller has been told that the deadline has passed. */
const isInTime = ({ scope, reject }: PendingCall): boolean => {
  if (scope.deadline.remainingMs() > 0) return true;
  reject(new Unavailable('store', 'other requests for the same profile were faster until the deadline'));
  return false;
};

const decideAndStore = async (deps: RunDeps, calls: readonly PendingCall[]): Promise<void> => {
  const { store, rules, metrics } = deps;
  const deadline = latest(calls);
  const { decided, failed, deferred, commits } = await decideInOrder(
    { store, rules: rules.current() },
    deadline,
    calls,
  );
  for (const { pending, error } of failed) pending.reject(error);
  const outcome = commits.length === 0 ? 'committed' : await store.commitGroup(deadline, commits);
  if (outcome === 'committed') {
    metrics.grouped(decided.length);
    for (const { pending, decision } of decided) pending.resolve(decision);
    await leaveShortcuts(store, decided);
  } else {
    metrics.conflicted();
    await afterConflict(deps, decided, outcome.over);
  }
  await runGroup(deps, deferred);
};

/** Nobody's work is cut short by a neighbour who has little time left: that one's own wait ends earlier. */
const latest = (calls: readonly PendingCall[]): Deadline => {
  const deadlines = calls.map(({ scope }) => scope.deadline);
  return { remainingMs: () => Math.max(...deadlines.map((deadline) => deadline.remainingMs())) };
};

/** Whoever was outrun goes apart from the others, and by itself in the end, after growing pauses. */
const afterConflict = async (
  deps: RunDeps,
  decided: readonly DecidedCall[],
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
const again = ({ later }: RunDeps, pending: PendingCall): void => {
  const failures = pending.failures + 1;
  void pause(conflictBackOff(failures)).then(() => later({ ...pending, failures }));
};

const isAbout = ({ pending, decision: { commit } }: DecidedCall, key: ConflictKey): boolean =>
  pending.account.name === key.account && touches(commit, key);

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
  }
};

/** A store that does not answer fails everybody; any other fault is somebody's, and is looked for. */
const afterFault = async (deps: RunDeps, calls: readonly PendingCall[], error: unknown): Promise<void> => {
  if (calls.length === 1 || error instanceof Unavailable) {
    for (const { reject } of calls) reject(error);
    return;
  }
  const middle = Math.ceil(calls.length / 2);
  await runGroup(deps, calls.slice(0, middle));
  await runGroup(deps, calls.slice(middle));
};

const leaveShortcuts = async (store: ProfileStore, decided: readonly DecidedCall[]): Promise<void> => {
  const byAccount = new Map<
    AccountName,
    { readonly scope: PendingCall['scope']; readonly detours: Detour[] }
  >();
  for (const { pending, detours } of decided) {
    if (detours.length === 0) continue;
    const own = byAccount.get(pending.account.name) ?? { scope: pending.scope, detours: [] };
    own.detours.push(...detours);
    byAccount.set(pending.account.name, own);
  }
  await Promise.all(
    Array.from(byAccount.values(), ({ scope, detours }) => store.leaveShortcuts(scope, detours)),
  );
};
