import { decide, isEmptyCommit, type Decision } from '@kith/domain/identity';
import {
  accountRules,
  requiredForKeeping,
  type AccountRules,
  type RulesInForce,
} from '@kith/domain/pipeline';
import {
  createKeyedAdmission,
  retryInTime,
  type Admission,
  type KeyedAdmission,
  type Live,
} from '@kith/platform';
import {
  Unavailable,
  type Expressions,
  type ResolveAnswer,
  type ResolveCall,
  type Resolver,
  type Scope,
  type UmidCache,
} from '@kith/ports';
import { loadDecisionInput, type DecisionInputDeps } from './load-decision-input.ts';
import { mayRead } from './may-read.ts';
import { readSections } from './read-sections.ts';
import type { ResolverMetrics } from './resolver-metrics.ts';
import { entryOf, tellCache } from './tell-cache.ts';

/** Needed to answer calls of the edge. */
export interface ResolverDeps extends DecisionInputDeps {
  readonly cache: UmidCache;
  readonly expressions: Expressions;
  readonly rules: Live<RulesInForce>;
  readonly metrics: ResolverMetrics;
  /** Bounds what is asked of the store at once. */
  readonly admission: Admission;
}

/** A call, and the rules that it is answered by to its end. */
interface Resolution {
  readonly scope: Scope;
  readonly call: ResolveCall;
  readonly account: AccountRules;
}

/** A decision, and whether the call may read sections of the profile that answers. */
interface ReadableDecision extends Decision {
  readonly isReadable: boolean;
}

/**
 * Identity, consent and sections of one request in one transaction: load, decide, commit with the versions that were
 * read as preconditions, and on a conflict load again, until the deadline. Throws `Unavailable` when that has passed, and
 * `Overload` where it would have to wait too long for those before it.
 */
export const createResolver = (
  deps: ResolverDeps,
  keyed: KeyedAdmission = createKeyedAdmission(),
): Resolver => ({
  resolve: async (scope, call) => {
    const { admission, rules } = deps;
    const resolution = { scope, call, account: accountRules(rules.current(), scope.account) };
    admission.check(scope.deadline);
    // Room is taken within the turn: a key that all the world asks for holds up its own requests alone.
    const decision = await keyed(scope.deadline, keysOf(resolution), () =>
      admission.run(scope.deadline, () => decideAndCommit(deps, resolution)),
    );
    return answerOf(deps, resolution, decision);
  },
});

const keysOf = ({ scope: { account }, call: { umdid, identifiers } }: Resolution): readonly string[] => [
  JSON.stringify([account, umdid]),
  ...identifiers.map(({ name, value }) => JSON.stringify([account, name, value])),
];

const decideAndCommit = async (deps: ResolverDeps, resolution: Resolution): Promise<ReadableDecision> => {
  const { scope } = resolution;
  const decided = await retryInTime(scope.deadline, async () => {
    const decision = await decideOnce(deps, resolution);
    if (isEmptyCommit(decision.commit)) return decision;
    if ((await deps.store.commit(scope, decision.commit)) === 'committed') return decision;
    deps.metrics.conflicted();
    return null;
  });
  if (decided !== null) return decided;
  throw new Unavailable('store', 'other requests for the same profile were faster until the deadline');
};

const decideOnce = async (
  deps: ResolverDeps,
  { scope, call, account }: Resolution,
): Promise<ReadableDecision> => {
  const keepingRequires = requiredForKeeping(deps.rules.current(), call.pipeline);
  const input = { ...(await loadDecisionInput(deps, scope, call, account)), keepingRequires };
  const decision = decide(input);
  return { ...decision, isReadable: mayRead(call.reading, input, decision) };
};

const answerOf = async (
  deps: ResolverDeps,
  { scope, call, account }: Resolution,
  decision: ReadableDecision,
): Promise<ResolveAnswer> => {
  const { cache, rules, metrics, admission } = deps;
  metrics.decided(decision.row);
  const required = rules.current().requiredPermissions.get(account.name) ?? new Set<string>();
  const entry = entryOf({ account, required }, decision);
  const { profile } = decision;
  const { umdid } = decision.device;
  const wanted = decision.isReadable ? call.sections : [];
  const [sections] = await Promise.all([
    wanted.length === 0
      ? {}
      : admission.run(scope.deadline, () =>
          readSections(deps, scope, { account, profile, now: call.receivedAt }, wanted),
        ),
    tellCache(cache, scope, { account, required }, decision),
  ]);
  return {
    ...(umdid === call.umdid ? {} : { umdid }),
    umid: entry.umid,
    state: entry.state,
    type: entry.type,
    sections,
    entry,
  };
};
