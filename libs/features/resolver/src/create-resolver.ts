import { accountRules, type RulesInForce } from '@kith/domain/pipeline';
import type { Admission, Live } from '@kith/platform';
import type { DecisionIds, Expressions, ProfileStore, ResolveAnswer, Resolver, UmidCache } from '@kith/ports';
import { createDecideInGroup } from './deciding/decide-in-group.ts';
import { memberOf, type ReadableDecision, type Resolution } from './deciding/resolution.ts';
import { readSections } from './read-sections.ts';
import type { ResolverMetrics } from './resolver-metrics.ts';
import { entryOf, tellCache } from './tell-cache.ts';

export interface ResolverDeps extends DecisionIds {
  readonly store: ProfileStore;
  readonly rules: Live<RulesInForce>;
  readonly cache: UmidCache;
  readonly expressions: Expressions;
  readonly metrics: ResolverMetrics;
  /** Bounds what is asked of the store at once. */
  readonly admission: Admission;
}

/**
 * Identity, consent and sections of one request: decided in a group with those that arrive at the same time, stored in
 * its transaction with the versions that were read as preconditions, and decided anew on a conflict, until the deadline.
 * Throws `Unavailable` when that has passed, and `Overload` where a call would have to wait too long for those before it.
 */
export const createResolver = (deps: ResolverDeps): Resolver => {
  const decideInGroup = createDecideInGroup(deps);
  return {
    resolve: async (scope, call) => {
      const { admission, rules } = deps;
      const inForce = rules.current();
      const resolution = { scope, call, account: accountRules(inForce, scope.account) };
      const decision = await admission.admit(scope.deadline, () =>
        decideInGroup(memberOf(deps, inForce, resolution)),
      );
      return answerOf(deps, resolution, decision);
    },
  };
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
