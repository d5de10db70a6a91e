import { sealWith } from '@kith/domain/consent';
import { decide, deriveFirstUmid, isEmptyCommit } from '@kith/domain/identity';
import type { Claim, Decision, Identifier, Mac, ProfileId, Situation, Umid } from '@kith/domain/identity';
import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import { Unavailable } from '@kith/ports';
import type {
  Loaded,
  ProfileStore,
  ResolveAnswer,
  ResolveCall,
  Resolver,
  Scope,
  UmidCache,
} from '@kith/ports';
import { pauseBeforeRetry } from './pause.ts';
import { readSections } from './read-sections.ts';
import { entryOf, tellCache } from './tell-cache.ts';
import { createTurns } from './turns.ts';
import type { Turns } from './turns.ts';

/** What resolving takes. */
export interface Resolving {
  readonly store: ProfileStore;
  readonly cache: UmidCache;
  readonly accounts: ReadonlyMap<AccountName, AccountRules>;
  /** Per account the permissions that some pipeline of it requires. */
  readonly requiredPermissions: ReadonlyMap<AccountName, ReadonlySet<string>>;
  readonly mac: Mac;
  readonly newUmid: () => Umid;
  readonly newProfileId: () => ProfileId;
  readonly metrics: ResolverMetrics;
}

/** What the resolver counts. */
export interface ResolverMetrics {
  decided(row: Decision['row']): void;
  conflicted(): void;
}

/**
 * Identity, consent and sections of one request in one transaction: load, decide, commit with the versions that were
 * read as preconditions, and on a conflict load again, until the deadline. Throws `Unavailable` when that has passed.
 */
export const createResolver = (parts: Resolving, turns: Turns = createTurns()): Resolver => ({
  resolve: async (scope, call) => {
    const account = rulesOf(parts, scope);
    const decision = await turns(keysOf(scope, call), () => decideAndCommit(parts, scope, call, account));
    parts.metrics.decided(decision.row);
    const entry = entryOf(decision, parts.requiredPermissions.get(account.name) ?? new Set());
    const [sections] = await Promise.all([
      readSections(parts.store, scope, { account, profile: decision.profile }, call.sections),
      tellCache(parts.cache, scope, call.umdid, entry, decision.commit),
    ]);
    return {
      umid: entry.umid,
      state: entry.state,
      type: entry.type,
      sections,
      entry,
    } satisfies ResolveAnswer;
  },
});

const keysOf = ({ account }: Scope, { umdid, identifiers }: ResolveCall): readonly string[] => [
  JSON.stringify([account, umdid]),
  ...identifiers.map(({ name, value }) => JSON.stringify([account, name, value])),
];

const decideAndCommit = async (
  parts: Resolving,
  scope: Scope,
  call: ResolveCall,
  account: AccountRules,
): Promise<Decision> => {
  for (let attempt = 0; scope.deadline.remainingMs() > 0; attempt += 1) {
    const decision = await decideOnce(parts, scope, call, account);
    if (isEmptyCommit(decision.commit)) return decision;
    if ((await parts.store.commit(scope, decision.commit)) === 'committed') return decision;
    parts.metrics.conflicted();
    await pauseBeforeRetry(attempt);
  }
  throw new Unavailable('store', 'other requests for the same profile were faster until the deadline');
};

const decideOnce = async (
  parts: Resolving,
  scope: Scope,
  call: ResolveCall,
  account: AccountRules,
): Promise<Decision> => {
  const firstUmid = deriveFirstUmid(parts.mac, account.name, call.umdid);
  const isShared = ({ name }: Identifier): boolean => account.identifiers.get(name)?.shared === true;
  const loaded = await parts.store.load(scope, {
    umdid: call.umdid,
    umids: call.freshDevice ? [] : [firstUmid],
    identifiers: call.identifiers.filter((identifier) => !isShared(identifier)),
    shared: call.identifiers.filter(isShared),
  });
  return decide(situationOf(parts, call, account, firstUmid, loaded));
};

const situationOf = (
  parts: Resolving,
  call: ResolveCall,
  account: AccountRules,
  firstUmid: Umid,
  loaded: Loaded,
): Situation => ({
  account,
  pipeline: call.pipeline,
  now: call.receivedAt,
  umdid: call.umdid,
  firstUmid,
  freshDevice: call.freshDevice,
  device: loaded.device,
  current: loaded.current ?? loaded.profiles.find(({ umid }) => umid === firstUmid)?.profile ?? null,
  claims: call.identifiers.map((identifier) => claimOf(identifier, loaded)),
  consent: call.consent,
  retryKey: call.retryKey,
  newUmid: parts.newUmid(),
  newProfileIds: [parts.newProfileId(), parts.newProfileId()],
  seal: sealWith(parts.mac, account.name),
});

const claimOf = (identifier: Identifier, { owners, holders }: Loaded): Claim => {
  const isSame = (other: Identifier): boolean =>
    other.name === identifier.name && other.value === identifier.value;
  const owner = owners.find(isSame);
  return {
    ...identifier,
    owner: owner?.profile ?? null,
    storedUmid: owner?.storedUmid ?? null,
    holders: holders.find(isSame)?.umids ?? [],
  };
};

const rulesOf = ({ accounts }: Resolving, { account }: Scope): AccountRules => {
  const rules = accounts.get(account);
  if (rules === undefined) throw new Error(`no account of the configuration is called ${account}`);
  return rules;
};
