import { problemKind } from '@kith/contracts';
import { NO_ACCOUNT } from '@kith/domain/privacy';
import type { AccountName } from '@kith/domain/pipeline';
import { badRequest, type Keyring } from '@kith/platform';
import {
  verifyAuditTrail,
  type AuditRecord,
  type CredentialAudit,
  type CredentialTrail,
  type Scope,
} from '@kith/ports';
import { chainKeyring } from './audit-chain.ts';

export interface CredentialAuditDeps {
  readonly audit: AuditRecord;
  /** The configured accounts. */
  readonly accounts: { has(account: AccountName): boolean };
  /** Holds `AUDIT_SECRET`. */
  readonly keyring: Keyring;
}

const UNKNOWN_ACCOUNT = { pointer: '/account', detail: 'no account of the configuration has this name' };

/** What an administrator asks about auth-token's trails, on the store itself. An account that is not configured is a 400. */
export const createCredentialAudit = ({ audit, accounts, keyring }: CredentialAuditDeps): CredentialAudit => {
  const { verify } = chainKeyring(keyring);
  const trailOf = (scope: Scope, trail: CredentialTrail): Scope => {
    if (!accounts.has(scope.account)) throw badRequest([UNKNOWN_ACCOUNT], problemKind('unknown_account'));
    return trail === 'keys' ? { ...scope, account: NO_ACCOUNT } : scope;
  };
  return {
    auditEntries: async (scope, { trail, after, limit }) =>
      audit.auditEntries(trailOf(scope, trail), after, limit),
    verifyAudit: async (scope, { trail }) => verifyAuditTrail(audit, verify, trailOf(scope, trail)),
  };
};
