import { mergesIn, type Commit, type Decision, type Umdid } from '@kith/domain/identity';
import { accountRules, type RulesInForce } from '@kith/domain/pipeline';
import type { Admission, Live } from '@kith/platform';
import type {
  CacheEntry,
  Expressions,
  ProfileStore,
  ResolveAnswer,
  Resolver,
  Scope,
  UmidCache,
} from '@kith/ports';
import { createDecideInGroup } from './deciding/decide-in-group.ts';
import type { DecisionIds } from './deciding/decision-question.ts';
import { memberOf, type ReadableDecision, type Resolution } from './deciding/resolution.ts';
import { readSections } from './read-sections.ts';
import type { ResolverMetrics } from './resolver-metrics.ts';

/** Needed to answer calls of the edge. */
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
  const entry = entryOf(decision, rules.current().requiredPermissions.get(account.name) ?? new Set());
  const { profile, commit } = decision;
  const { umdid } = decision.device;
  const wanted = decision.isReadable ? call.sections : [];
  const [sections] = await Promise.all([
    wanted.length === 0
      ? {}
      : admission.run(scope.deadline, () =>
          readSections(deps, scope, { account, profile, now: call.receivedAt }, wanted),
        ),
    isRemembered(decision) ? tellCache(cache, scope, { umdid, entry, commit }) : undefined,
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

/** A device that is not stored is not remembered either, where the pipeline waits for a permission. */
const isRemembered = ({ isKept, device }: Decision): boolean => isKept || device.bindingVersion > 0;

/** What the edge may keep of a decision, until it hears of a newer one. */
const entryOf = (
  { profile, device, type }: Decision,
  requiredPermissions: ReadonlySet<string>,
): CacheEntry => ({
  umid: profile.umid,
  state: profile.state,
  type,
  permissions: Object.fromEntries(
    Array.from(requiredPermissions, (name) => [name, profile.permissions[name]?.granted === true]),
  ),
  bindingVersion: device.bindingVersion,
  profileVersion: profile.version,
});

/** What the edge is to hear of a decision that is committed. */
interface CacheNews {
  readonly umdid: Umdid;
  readonly entry: CacheEntry;
  readonly commit: Commit;
}

/** After a commit the edge learns of it: umids that were absorbed, then the device's entry. */
const tellCache = async (
  cache: UmidCache,
  scope: Scope,
  { umdid, entry, commit }: CacheNews,
): Promise<void> => {
  await Promise.all(mergesIn(commit).map(({ umid }) => cache.redirect(scope, umid)));
  await cache.remember(scope, umdid, entry);
};
