import { decide } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { requiredForKeeping, type RulesInForce } from '@kith/domain/pipeline';
import {
  createIdentityView,
  uniteKeys,
  type Detour,
  type IdentityKeys,
  type IdentityView,
  type LookupOutcome,
} from '@kith/domain/resolution';
import type { AccountCommit, Deadline, ProfileStore } from '@kith/ports';
import { isEmptyCommit } from '@kith/domain/identity';
import { mayRead } from './may-read.ts';
import type { PendingCall, ReadableDecision } from './pending-call.ts';

/** A call and what was decided, on the data as the calls before it leave them. */
export interface DecidedCall {
  readonly pending: PendingCall;
  readonly decision: ReadableDecision;
  readonly detours: readonly Detour[];
}

/** What became of a group before anything is written. */
export interface DecidedGroup {
  readonly decided: readonly DecidedCall[];
  /** Calls that cannot be decided, each for a reason of its own. */
  readonly failed: readonly { readonly pending: PendingCall; readonly error: unknown }[];
  /** Calls that lead to something that the group has not read, because of a call before them. */
  readonly deferred: readonly PendingCall[];
  /** What the decisions come to, a commit of each account. */
  readonly commits: readonly AccountCommit[];
}

type Views = ReadonlyMap<AccountName, IdentityView>;

/**
 * Reads what a group of calls is about, then decides one call after the other, each on the data as the ones before it
 * leave them. Rejects where the store does not answer.
 */
export const decideInOrder = async (
  { store, rules }: { readonly store: Pick<ProfileStore, 'look'>; readonly rules: RulesInForce },
  deadline: Deadline,
  group: readonly PendingCall[],
): Promise<DecidedGroup> => {
  const views: Views = new Map(group.map(({ account }) => [account.name, createIdentityView()]));
  await readAll(store, deadline, group, views);
  const [decided, failed, deferred]: [DecidedCall[], DecidedGroup['failed'][number][], PendingCall[]] = [
    [],
    [],
    [],
  ];
  for (const pending of group) {
    try {
      const one = decideOne(viewOf(views, pending), rules, pending);
      if (one === null) deferred.push(pending);
      else decided.push(one);
    } catch (error) {
      failed.push({ pending, error });
    }
  }
  return { decided, failed, deferred, commits: commitsOf(views) };
};

/** Looks at full keys, and again at what these lead to, until every call can be decided or is known to fail. */
const readAll = async (
  store: Pick<ProfileStore, 'look'>,
  deadline: Deadline,
  group: readonly PendingCall[],
  views: Views,
): Promise<void> => {
  for (let open = group; open.length > 0;) {
    const missing = open.map((pending) => ({ pending, keys: missingFor(viewOf(views, pending), pending) }));
    const asked = missing.filter(({ keys }) => keys !== null);
    const wanted = Array.from(views.keys(), (account) => ({
      account,
      keys: uniteKeys(asked.flatMap((one) => (one.pending.account.name === account ? (one.keys ?? []) : []))),
    })).filter(({ account }) => asked.some(({ pending }) => pending.account.name === account));
    if (wanted.length === 0) return;
    const rows = await store.look(deadline, wanted);
    wanted.forEach(({ account, keys }, index) => views.get(account)?.add(keys, rows[index]!));
    open = asked.map(({ pending }) => pending);
  }
};

/** Null where nothing is missing, or where the call cannot be decided anyway. */
const missingFor = (view: IdentityView, { question }: PendingCall): IdentityKeys | null => {
  const found = lookUpOrNull(view, question.wanted);
  return found?.kind === 'missing' ? found.keys : null;
};

/** The decision fails of the same fault, and says so. */
const lookUpOrNull = (
  view: IdentityView,
  wanted: PendingCall['question']['wanted'],
): LookupOutcome | null => {
  try {
    return view.lookUp(wanted);
  } catch {
    return null;
  }
};

const viewOf = (views: Views, { account }: PendingCall): IdentityView => {
  const view = views.get(account.name);
  if (view === undefined) throw new Error('a group has no view of one of its accounts');
  return view;
};

const decideOne = (view: IdentityView, rules: RulesInForce, pending: PendingCall): DecidedCall | null => {
  const { question, call } = pending;
  const found = view.lookUp(question.wanted);
  if (found.kind === 'missing') return null;
  const input = {
    ...question.inputOf(found.loaded),
    keepingRequires: requiredForKeeping(rules, call.pipeline),
  };
  const decision = decide(input);
  const isReadable = mayRead(call.reading, input, decision);
  view.apply(decision.commit);
  return { pending, decision: { ...decision, isReadable }, detours: found.detours };
};

const commitsOf = (views: Views): readonly AccountCommit[] =>
  Array.from(views, ([account, view]) => ({ account, commit: view.changes() })).filter(
    ({ commit }) => !isEmptyCommit(commit),
  );
