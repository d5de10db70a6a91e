import { decide, isEmptyCommit, type Decision } from '@kith/domain/identity';
import {
  type AccountRules,
  accountRules,
  requiredForKeeping,
  type RulesInForce,
} from '@kith/domain/pipeline';
import {
  type Admission,
  createKeyedAdmission,
  type KeyedAdmission,
  type Live,
  retryInTime,
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
import { loadSituation, type Situating } from './load-situation.ts';
import { mayRead } from './may-read.ts';
import { readSections } from './read-sections.ts';
import { entryOf, tellCache } from './tell-cache.ts';

export interface Resolving extends Situating {
  readonly cache: UmidCache;
  readonly expressions: Expressions;
  readonly rules: Live<RulesInForce>;
  readonly metrics: ResolverMetrics;
  /** Bounds what is asked of the store at once. */
  readonly admission: Admission;
}

/** What the resolver counts. */
export interface ResolverMetrics {
  decided(row: Decision['row']): void;
  conflicted(): void;
}

/**
 * Identity, consent and sections of one request in one transaction: load, decide, commit with the versions that were
 * read as preconditions, and on a conflict load again, until the deadline. Throws `Unavailable` when that has passed, and
 * `Overload` where it would have to wait too long for those before it.
 */
export const createResolver = (
  parts: Resolving,
  admitByKey: KeyedAdmission = createKeyedAdmission(),
): Resolver => {
  const { admission } = parts;
  return {
    resolve: async (scope, call) => {
      const account = accountRules(parts.rules.current(), scope.account);
      admission.check(scope.deadline);
      // Room is taken under the key: one that all the world asks for holds up its own requests alone.
      const decision = await admitByKey(scope.deadline, keysOf(scope, call), () =>
        admission.run(scope.deadline, () => decideAndCommit(parts, scope, call, account)),
      );
      return answerOf(parts, scope, call, account, decision);
    },
  };
};

const answerOf = async (
  parts: Resolving,
  scope: Scope,
  call: ResolveCall,
  account: AccountRules,
  decision: ReadableDecision,
): Promise<ResolveAnswer> => {
  const rules = parts.rules.current();
  parts.metrics.decided(decision.row);
  const entry = entryOf(decision, rules.requiredPermissions.get(account.name) ?? new Set());
  const { umdid } = decision.device;
  const wanted = decision.isReadable ? call.sections : [];
  const [sections] = await Promise.all([
    wanted.length === 0
      ? {}
      : parts.admission.run(scope.deadline, () =>
          readSections(parts, scope, { account, profile: decision.profile, now: call.receivedAt }, wanted),
        ),
    isRemembered(decision) ? tellCache(parts.cache, scope, umdid, entry, decision.commit) : undefined,
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

const keysOf = ({ account }: Scope, { umdid, identifiers }: ResolveCall): readonly string[] => [
  JSON.stringify([account, umdid]),
  ...identifiers.map(({ name, value }) => JSON.stringify([account, name, value])),
];

/** A decision, and whether the call may read sections of the profile that answers. */
interface ReadableDecision extends Decision {
  readonly isReadable: boolean;
}

const decideAndCommit = async (
  parts: Resolving,
  scope: Scope,
  call: ResolveCall,
  account: AccountRules,
): Promise<ReadableDecision> => {
  const committed = await retryInTime(scope.deadline, async () => {
    const decision = await decideOnce(parts, scope, call, account);
    if (isEmptyCommit(decision.commit)) return decision;
    if ((await parts.store.commit(scope, decision.commit)) === 'committed') return decision;
    parts.metrics.conflicted();
    return null;
  });
  if (committed !== null) return committed;
  throw new Unavailable('store', 'other requests for the same profile were faster until the deadline');
};

const decideOnce = async (
  parts: Resolving,
  scope: Scope,
  call: ResolveCall,
  account: AccountRules,
): Promise<ReadableDecision> => {
  const keepingRequires = requiredForKeeping(parts.rules.current(), call.pipeline);
  const situation = { ...(await loadSituation(parts, scope, call, account)), keepingRequires };
  const decision = decide(situation);
  return { ...decision, isReadable: mayRead(call.reading, situation, decision) };
};
