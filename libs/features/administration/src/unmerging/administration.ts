import type { Umid } from '@kith/domain/identity';
import { suppressionKeys } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import type {
  AccountRulesOf,
  Administration,
  AppendAudit,
  ProfileStore,
  Scope,
  UmidCache,
} from '@kith/ports';
import { findMergeOf, undoMerge } from './undo-merge.ts';

/** Whoever calls without saying who, as an older program does. */
const NAMELESS = { by: 'a caller without a name', reason: '' };

export interface AdministrationDeps extends Pick<Administration, 'explain'> {
  readonly profiles: ProfileStore;
  readonly cache: UmidCache;
  readonly rulesOf: AccountRulesOf;
  /** Holds the secret `chain`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told of every commit that another request outran. */
  readonly conflicted?: () => void;
}

/** What an administrator can ask, on the store itself. An account that is not configured is a 400. */
export const createAdministration = (deps: AdministrationDeps): Administration => {
  const { explain, profiles: store, cache, rulesOf, keyring, clock, conflicted = () => undefined } = deps;
  const undoing = { store, cache, mac: keyring.mac, clock, conflicted };
  return {
    explain,
    unmerge: async (scope, { umid }) => undoMerge(undoing, scope, rulesOf(scope), umid),
  };
};

export interface AuditedAdministrationDeps {
  readonly appendAudit: AppendAudit;
  /** Holds the secret `suppression`. */
  readonly keyring: Keyring;
  readonly profiles: Pick<ProfileStore, 'stored'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * Writes each change that an administrator asks for into the account's audit trail before it is made: one that fails
 * afterwards stands there too, and none is missing. Umids stand there as keyed hashes, as in the proof of an erasure: the
 * trail stays when the person goes.
 */
export const auditedAdministration = (
  administration: Administration,
  deps: AuditedAdministrationDeps,
): Administration => ({
  explain: administration.explain,
  unmerge: async (scope, { umid, caller: { by, reason } = NAMELESS }) => {
    const detail = await detailOf(deps, scope, umid);
    const fact = { act: 'unmerge', at: deps.clock(), by, reason, detail } as const;
    await deps.appendAudit(scope, fact);
    return administration.unmerge(scope, { umid });
  },
});

/** `asked`: by which umid; `freed`: which one is to live again, where there is a merge to undo. */
const detailOf = async (
  { profiles, keyring }: AuditedAdministrationDeps,
  scope: Scope,
  asked: Umid,
): Promise<Readonly<Record<string, string | undefined>>> => {
  const hashOf = (umid: Umid): string | undefined =>
    suppressionKeys(keyring.macs, scope.account, { kind: 'umid', umid })[0];
  const found = await findMergeOf(profiles, scope, asked);
  return { asked: hashOf(asked), ...(found?.kind === 'undoable' ? { freed: hashOf(found.absorbed) } : {}) };
};
