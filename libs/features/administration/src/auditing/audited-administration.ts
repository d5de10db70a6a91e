import type { Umid } from '@kith/domain/identity';
import { suppressionKeys } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import type { Administration, AppendAudit, ProfileStore, Scope } from '@kith/ports';
import { findMergeOf } from '../undo-merge.ts';

export interface AdministrationAuditing {
  readonly appendAudit: AppendAudit;
  /** Holds the secret `suppression`. */
  readonly keyring: Keyring;
  readonly profiles: Pick<ProfileStore, 'stored'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Whoever calls without saying who, as an older program does. */
const NAMELESS = { by: 'a caller without a name', reason: '' };

/**
 * Writes each change that an administrator asks for into the account's audit trail before it is made: one that fails
 * afterwards stands there too, and none is missing. Umids stand there as keyed hashes, as in the proof of an erasure: the
 * trail stays when the person goes.
 */
export const auditedAdministration = (
  administration: Administration,
  auditing: AdministrationAuditing,
): Administration => ({
  explain: administration.explain,
  unmerge: async (scope, { umid, caller: { by, reason } = NAMELESS }) => {
    const detail = await detailOf(auditing, scope, umid);
    const fact = { act: 'unmerge', at: auditing.clock(), by, reason, detail } as const;
    await auditing.appendAudit(scope, fact);
    return administration.unmerge(scope, { umid });
  },
});

/** `asked`: by which umid; `freed`: which one is to live again, where there is a merge to undo. */
const detailOf = async (
  { profiles, keyring }: AdministrationAuditing,
  scope: Scope,
  asked: Umid,
): Promise<Readonly<Record<string, string | undefined>>> => {
  const hashOf = (umid: Umid): string | undefined =>
    suppressionKeys(keyring.macs, scope.account, { kind: 'umid', umid })[0];
  const found = await findMergeOf(profiles, scope, asked);
  return { asked: hashOf(asked), ...(found?.kind === 'undoable' ? { freed: hashOf(found.absorbed) } : {}) };
};
