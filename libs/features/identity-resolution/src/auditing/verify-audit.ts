import { auditSeal, beginAuditCheck, checkAuditEntries, concludeAuditCheck } from '@kith/domain/privacy';
import type { AuditVerdict } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import type { AuditRecord, Scope } from '@kith/ports';

/** What checking an audit trail takes. */
export interface AuditVerifying {
  readonly trail: AuditRecord;
  /** Holds the secret `chain`. */
  readonly keyring: Keyring;
}

const PAGE = 500;

/** Recomputes the chain of an account's audit trail with every accepted secret, up to the head that the store names. */
export const verifyAudit = async (
  { trail, keyring }: AuditVerifying,
  scope: Scope,
): Promise<AuditVerdict> => {
  const isSealed = auditSeal(keyring.verify, scope.account);
  let check = beginAuditCheck(await trail.auditHead(scope));
  for (;;) {
    const page = await trail.auditEntries(scope, check.last?.sequence ?? 0, PAGE);
    check = checkAuditEntries(check, page, isSealed);
    if (check.broken !== null || page.length < PAGE) break;
  }
  return concludeAuditCheck(check, await trail.auditHead(scope));
};
