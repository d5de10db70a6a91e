import { problemKind } from '@kith/contracts';
import {
  auditSeal,
  beginAuditCheck,
  checkAuditEntries,
  concludeAuditCheck,
  NO_ACCOUNT,
  type AuditVerdict,
} from '@kith/domain/privacy';
import type { AccountName } from '@kith/domain/pipeline';
import { badRequest, type Keyring } from '@kith/platform';
import type { AuditRecord, CredentialAudit, CredentialTrail, Scope } from '@kith/ports';
import { chainKeyring } from './audit-chain.ts';

export interface CredentialAuditDeps {
  readonly audit: AuditRecord;
  /** The configured accounts. */
  readonly accounts: { has(account: AccountName): boolean };
  /** Holds `AUDIT_SECRET`. */
  readonly keyring: Keyring;
}

const PAGE = 500;
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
    verifyAudit: async (scope, { trail }) => verifyTrail(audit, verify, trailOf(scope, trail)),
  };
};

const verifyTrail = async (
  audit: AuditRecord,
  verify: Keyring['verify'],
  scope: Scope,
): Promise<AuditVerdict> => {
  const isSealed = auditSeal(verify, scope.account);
  let check = beginAuditCheck(await audit.auditHead(scope));
  for (;;) {
    const page = await audit.auditEntries(scope, check.last?.sequence ?? 0, PAGE);
    check = checkAuditEntries(check, page, isSealed);
    if (check.broken !== null || page.length < PAGE) break;
  }
  return concludeAuditCheck(check, await audit.auditHead(scope));
};
