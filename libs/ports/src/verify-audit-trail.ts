import {
  auditSeal,
  beginAuditCheck,
  checkAuditEntries,
  concludeAuditCheck,
  type AuditVerdict,
  type VerifyMac,
} from '@kith/domain/privacy';
import type { AuditRecord } from './audit-trail.ts';
import type { Scope } from './scope.ts';

const PAGE = 500;

/**
 * Recomputes the chain of an audit trail with every secret that `verify` accepts, page by page, up to the head that the
 * store names.
 */
export const verifyAuditTrail = async (
  trail: AuditRecord,
  verify: VerifyMac,
  scope: Scope,
): Promise<AuditVerdict> => {
  const isSealed = auditSeal(verify, scope.account);
  let check = beginAuditCheck(await trail.auditHead(scope));
  for (;;) {
    const page = await trail.auditEntries(scope, check.last?.sequence ?? 0, PAGE);
    check = checkAuditEntries(check, page, isSealed);
    if (check.broken !== null || page.length < PAGE) break;
  }
  return concludeAuditCheck(check, await trail.auditHead(scope));
};
